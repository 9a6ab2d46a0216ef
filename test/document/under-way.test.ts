import { expect, it } from 'vitest'
import { publishDocument } from '../../src/document/library/publish-document.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { annsShelf, save, shown } from './open-documents.js'

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
