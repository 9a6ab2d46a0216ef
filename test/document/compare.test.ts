import { expect, it } from 'vitest'
import { compareVersions, type VersionComparison } from '../../src/document/library/compare-versions.js'
import { sql } from '../../src/store/sql.js'
import { column, type Tx } from '../../src/store/statement.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { annsShelf, save } from './open-documents.js'

/** What is new in the second of two texts, and how many statements it took to find out. */
async function compared(first: string, second: string, limit = 200) {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  const source = 'guide.md'
  await save(spine, first, { source })
  await save(spine, second, { source })
  const bank = annsShelf.writes
  const [before = 0, after = 0] = await spine.store.query(
    column<number>(sql`select rid from document_version where bank = ${bank} order by number`),
  )
  let statements = 0
  const comparison = await spine.store.read(function* count(): Tx<VersionComparison> {
    const comparing = compareVersions(bank, before, after, limit)
    let step = comparing.next()
    for (; step.done !== true; step = comparing.next(yield step.value)) statements += 1
    return step.value
  })
  await spine.store.close()
  return { ...comparison, statements }
}

it('says no more than an answer holds, however long a line is', async () => {
  const long = 'word '.repeat(80_000)
  const told = await compared('# A\n\na\n\n# B\n\nb\n', `# A\n\n${long}\n\n# B\n\nc\n`)
  expect(told).toMatchObject({ counts: { changed: 2 }, isComplete: false })
  expect(JSON.stringify(told).length).toBeLessThan(210_000)
  expect(told.sections.at(-1)?.text?.hunks[0]?.lines).toContain('+c')
})

it('names no more than an answer holds, however long headings are', async () => {
  const text = Array.from({ length: 100 }, (_, n) => `# ${n} ${'heading '.repeat(500)}\n\n${n}\n\n`).join('')
  const told = await compared('# A\n', text)
  expect(told).toMatchObject({ counts: { added: 100 }, isComplete: false })
  expect(JSON.stringify(told).length).toBeLessThan(250_000)
})

it('compares many sections page by page', async () => {
  const sections = Array.from({ length: 2_000 }, (_, n) => `## Part ${n}\n\nwhat ${n} says\n`).join('')
  const changed = sections.replace('what 1500 says', 'what 1500 sayd')
  const told = await compared(`# Old title\n\n${sections}`, `# New title\n\n${changed}`)
  expect(told.counts).toEqual({ added: 1, removed: 1, changed: 1, moved: 0 })
  expect(told.statements).toBeLessThan(40)
})
