import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentRows } from '../../src/document/document-rows.js'
import { publishDocument } from '../../src/document/library/publish-document.js'
import { rejectDocument, withdrawDocument } from '../../src/document/library/review-document.js'
import { doctor } from '../../src/items/doctor.js'
import { forget } from '../../src/items/forget.js'
import { reindex } from '../../src/items/reindex.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { column } from '../../src/store/statement.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'
import { annsShelf, save, shown, textsOf } from './open-documents.js'

const section = fc.record({
  heading: fc.constantFrom('# One', '## Two', '## Two', 'Setext\n---', '### 部署 😀', ''),
  text: fc.constantFrom('same\n', 'same\n', '```\n# none\n```\n', 'é\r\nmixed\n', '\uFEFF', ''),
})

const step = fc.record({
  act: fc.constantFrom(
    ...(['save', 'save', 'save', 'keep', 'publish', 'publish', 'older', 'withdraw', 'reject'] as const),
    ...(['delete', 'reindex'] as const),
  ),
  source: fc.constantFrom('a.md', 'b.md'),
  sections: fc.array(section, { maxLength: 5 }),
})

/** What a document must look like, as a list of texts and a number. */
interface Expected {
  readonly texts: string[]
  published: number | null
}

it(`holds in the indexes exactly what is published, after any history (seed ${runSeed})`, async () => {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  let round = 0
  const history = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
    round += 1
    const expected = new Map<string, Expected>()
    for (const { act, source, sections } of steps) {
      const name = `${round}/${source}`
      // Each round's texts are its own: what was forgotten stays so.
      const text = `${sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n')}${round} ${source}\n`
      await perform(spine, expected, { act, name, text })
    }
    await agree(spine, expected, round)
  })
  await fc.assert(history, { numRuns: 25, seed: runSeed })
  await spine.store.close()
}, 60_000)

async function perform(
  spine: Spine,
  expected: Map<string, Expected>,
  { act, name, text }: { readonly act: string; readonly name: string; readonly text: string },
): Promise<void> {
  const known = expected.get(name)
  const id = (await shown(spine)).find(({ source }) => source === name)?.id
  expect(id === undefined).toBe(known === undefined)
  if (act === 'save' || act === 'keep') {
    const saved = await save(spine, text, { source: name }, { keepPublished: act === 'keep' })
    if (saved.outcome === 'unchanged' || saved.outcome === 'forgotten') return
    const document = known ?? { texts: [], published: null }
    document.texts.push(text)
    if (act !== 'keep') document.published = null
    expected.set(name, document)
  } else if (id === undefined || known === undefined) return
  else if (act === 'publish') {
    await publishDocument(spine, annsShelf, id)
    known.published = known.texts.length
  } else if (act === 'older') {
    await publishDocument(spine, annsShelf, id, { version: 1 })
    known.published = 1
  } else if (act === 'withdraw') {
    const isRefused = await withdrawDocument(spine, annsShelf, id, {}).then(
      () => false,
      () => true,
    )
    expect(isRefused).toBe(known.published === null)
    known.published = null
  } else if (act === 'reject') {
    await rejectDocument(spine, annsShelf, id, {}).catch(() => undefined)
  } else if (act === 'reindex') {
    await reindex(spine, [annsShelf], { all: true }, () => undefined)
  } else {
    await forget(spine, annsShelf, id, { verify: false, operation: 'knowledge.delete' })
    expected.delete(name)
  }
}

async function agree(spine: Spine, expected: ReadonlyMap<string, Expected>, round: number): Promise<void> {
  const bank = annsShelf.writes
  for (const [name, { texts, published }] of expected) {
    expect(await textsOf(spine, name)).toEqual(texts)
    const [document] = await spine.store.read(documentRows, bank, sql`s.source = ${name}`)
    expect(document?.published).toBe(published)
    const indexed = await spine.store.query(
      column<number>(sql`
        select s.item_rid from section s join item_terms t on t.bank = s.bank and t.item_rid = s.item_rid
        where s.bank = ${bank} and s.document_rid = ${document?.rid ?? 0} order by s.item_rid`),
    )
    const held = await spine.store.query(
      column<number>(sql`
        select p.item_rid from document_section p
        join document_version v on v.bank = p.bank and v.rid = p.version_rid
        where p.bank = ${bank} and v.item_rid = ${document?.rid ?? 0} and v.number = ${published} order by p.item_rid`),
    )
    expect(indexed).toEqual(held)
  }
  const here = (await shown(spine)).filter(({ source }) => source?.startsWith(`${round}/`))
  expect(here.map(({ source }) => source).sort()).toEqual([...expected.keys()].sort())
  expect((await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)).toEqual([])
}
