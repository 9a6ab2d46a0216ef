import { expect, it } from 'vitest'
import { prepareVersion } from '../../src/document/library/prepare-version.js'
import { publishDocument } from '../../src/document/library/publish-document.js'
import { rejectDocument, withdrawDocument } from '../../src/document/library/review-document.js'
import { addSections } from '../../src/document/library/version-rows.js'
import { sectionsAbove } from '../../src/document/reading/section-rows.js'
import { doctor } from '../../src/items/doctor.js'
import type { ItemId } from '../../src/items/item.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { column, run } from '../../src/store/statement.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { annsShelf, draftOf, save, shown } from './open-documents.js'

const source = 'guide.md'

/** What happens while something else goes on: each step of the one is a transaction of its own. */
it('publishes no version that came after somebody looked', async () => {
  const spine = await openSpine(await temporaryFolder())
  await save(spine, '# Guide\n\nReviewed.\n', { source })
  const [reviewed] = await shown(spine)
  if (reviewed === undefined) throw new Error('nothing was saved')
  await save(spine, '# Guide\n\nNobody has seen this.\n', { source })
  const publishing = publishDocument(spine, annsShelf, reviewed.id, { latest: reviewed.latest })
  await expect(publishing).rejects.toMatchObject({ code: 'conflict' })
  expect(await shown(spine)).toMatchObject([{ published: null, status: 'pending', latest: 2 }])
  await publishDocument(spine, annsShelf, reviewed.id, { latest: reviewed.latest, version: 1 })
  expect(await shown(spine)).toMatchObject([{ published: 1, status: 'pending', latest: 2 }])
  await spine.store.close()
})

it('stops indexing a large version ahead once another is the latest', async () => {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  const large = Array.from({ length: 2_001 }, (_, n) => `## Part ${n}\n\nwhat it says\n`).join('')
  await save(spine, large, { source })
  const [reviewed] = await shown(spine)
  if (reviewed === undefined) throw new Error('nothing was saved')
  let saving: Promise<unknown> | undefined
  const progress = () => {
    saving ??= save(spine, '# Guide\n\nNobody has seen this.\n', { source })
  }
  const publishing = publishDocument(spine, annsShelf, reviewed.id, { progress })
  await expect(publishing).rejects.toMatchObject({ code: 'conflict' })
  await saving
  expect(await shown(spine)).toMatchObject([{ published: null, status: 'pending', latest: 2 }])
  await spine.store.close()
})

/** A document with a version, and sections of a second one that never came: its writer was killed. */
async function brokenOff(
  isPublished = false,
): Promise<{ spine: Spine; id: ItemId; sections: () => Promise<number> }> {
  const spine = await openSpine(await temporaryFolder())
  await save(spine, '# Guide\n\nReviewed.\n', { source })
  const [document] = await shown(spine)
  if (document === undefined) throw new Error('nothing was saved')
  if (isPublished) await publishDocument(spine, annsShelf, document.id)
  const version = prepareVersion(spine, annsShelf, document.id, draftOf('# Guide\n\nHalf of it.\n'))
  const bank = annsShelf.writes
  await spine.store.tx(function* ahead() {
    yield* addSections(annsShelf, document, version.sections)
    yield* run(sql`update document set writing_at = 1 where bank = ${bank} and item_rid = ${document.rid}`)
  })
  const sections = async () => {
    expect((await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)).toEqual([])
    return (await spine.store.query(column<number>(sql`select item_rid from section where bank = ${bank}`)))
      .length
  }
  return { spine, id: document.id, sections }
}

it.each([
  ['publish', false, (spine: Spine, id: ItemId) => publishDocument(spine, annsShelf, id)],
  ['publish again', true, (spine: Spine, id: ItemId) => publishDocument(spine, annsShelf, id)],
  ['reject', false, (spine: Spine, id: ItemId) => rejectDocument(spine, annsShelf, id, {})],
  ['withdraw', true, (spine: Spine, id: ItemId) => withdrawDocument(spine, annsShelf, id, {})],
])('clears away what a killed import has left: %s', async (_name, isPublished, act) => {
  const { spine, id, sections } = await brokenOff(isPublished)
  await act(spine, id)
  expect(await sections()).toBe(1)
  await spine.store.close()
})

it('says when a section belongs to no version', async () => {
  const { spine } = await brokenOff()
  const bank = annsShelf.writes
  await spine.store.tx(function* forgetWriting() {
    yield* run(sql`update document set writing_at = null where bank = ${bank}`)
  })
  const troubles = (await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)
  expect(troubles.map(({ check }) => check)).toEqual(['held sections'])
  await spine.store.close()
})

it('leaves nothing of a text that two import at once without a name', async () => {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  const large = Array.from({ length: 2_001 }, (_, n) => `## Part ${n}\n\nwhat it says\n`).join('')
  const saved = await Promise.all([
    save(spine, large, { source: null }),
    save(spine, large, { source: null }),
  ])
  expect(saved.map(({ outcome }) => outcome).sort()).toEqual(['added', 'unchanged'])
  const bank = annsShelf.writes
  const items = await spine.store.query(column<number>(sql`select rid from item where bank = ${bank}`))
  expect(items).toHaveLength(2_002)
  await spine.store.close()
})

it('keeps what is published only where that is asked for this time', async () => {
  const spine = await openSpine(await temporaryFolder())
  await save(spine, '# One\n', { source })
  const [document] = await shown(spine)
  await publishDocument(spine, annsShelf, document?.id as ItemId)
  await save(spine, '# Two\n', { source }, { keepPublished: true })
  expect(await shown(spine)).toMatchObject([{ published: 1 }])
  await save(spine, '# Three\n', { source })
  expect(await shown(spine)).toMatchObject([{ published: null }])
  await spine.store.close()
})

it('counts sections, not the parts of long ones', async () => {
  const spine = await openSpine(await temporaryFolder())
  await save(spine, `# One\n\n${'word '.repeat(20_000)}\n\n## Two\n\nb\n`, { source })
  const bank = annsShelf.writes
  const counts = await spine.store.query(
    column<number>(sql`select sections from document_version where bank = ${bank}`),
  )
  expect(counts).toEqual([2])
  expect((await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)).toEqual([])
  await spine.store.close()
})

it('ends a walk up an outline that goes round, and says that it does', async () => {
  const spine = await openSpine(await temporaryFolder())
  await save(spine, '# One\n\n## Two\n\nb\n', { source })
  const [document] = await shown(spine)
  if (document === undefined) throw new Error('nothing was saved')
  const bank = annsShelf.writes
  await spine.store.tx(function* harm() {
    yield* run(sql`update document_section set parent = seq where bank = ${bank}`)
  })
  const above = await spine.store.read(sectionsAbove, document, { seq: 1, parent: 1 })
  expect(above).toEqual([])
  const troubles = (await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)
  expect(troubles.map(({ check }) => check)).toEqual(['versions'])
  await spine.store.close()
})

it('keeps a rejection once, and another reason beside it', async () => {
  const spine = await openSpine(await temporaryFolder())
  await save(spine, '# One\n', { source })
  const [document] = await shown(spine)
  const id = document?.id as ItemId
  for (const note of ['no', 'no', undefined, 'never']) await rejectDocument(spine, annsShelf, id, { note })
  const bank = annsShelf.writes
  const notes = await spine.store.query(
    column<string>(
      sql`select note from document_event where bank = ${bank} and note is not null order by rid`,
    ),
  )
  expect(notes).toEqual(['no', 'never'])
  await spine.store.close()
})
