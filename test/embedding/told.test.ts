import { expect, it } from 'vitest'
import { createEmbedding } from '../../src/embedding/embedding-queue.js'
import { addItems, prepareItem } from '../../src/items/add.js'
import type { Spine } from '../../src/items/spine.js'
import { write } from '../../src/items/write.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { sourceOf } from './open-embedding.js'

/** A note of a kind that knows of no embedder. */
function addNote(spine: Spine, text: string, after: () => void = () => undefined) {
  const note = prepareItem(spine, ann, {
    kind: 'thought',
    text,
    origin: 'user',
    trust: 'stated',
    occurredAt: null,
    identity: [text],
  })
  return write(spine, ann, 'memory.capture', 'memory.write', function* body() {
    const result = yield* addItems(spine, ann, [note])
    after()
    return { result, effect: { ids: [note.id], counts: {} } }
  })
}

it('hears of what any kind adds, once it is there, and of nothing that was taken back or repeated', async () => {
  const opened = await openSpine(await temporaryFolder())
  const told: (readonly string[])[] = []
  const embedding = createEmbedding({ ...opened, source: sourceOf(denseEmbedder()) })
  const spine: Spine = { ...opened, embedding: { ...embedding, added: (...[, ids]) => void told.push(ids) } }
  const during: number[] = []
  const [kept] = await addNote(spine, 'kept', () => void during.push(told.length))
  const lost = addNote(spine, 'lost', () => {
    throw new RangeError('taken back')
  })
  await expect(lost).rejects.toThrow('taken back')
  await addNote(spine, 'kept')
  expect(during).toEqual([0])
  expect(told).toEqual([[kept !== undefined && 'id' in kept ? kept.id : undefined]])
  await spine.store.close()
})
