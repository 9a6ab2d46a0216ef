import { expect, it } from 'vitest'
import { type EmbeddedText, inPortions } from './write-embeddings.js'

const text = (textRid: number, parts: number): EmbeddedText => ({
  textRid,
  itemRid: textRid,
  id: String(textRid),
  parts: Array.from({ length: parts }, () => ({ problem: 'refused' })),
})
const written = { indexed: 0, failed: 1, skipped: 0, present: 2, gone: 0 }

it.each([
  [[], []],
  [[1, 1, 1], [3]],
  [[900], [1]],
  [
    [400, 400, 100, 900, 1, 1],
    [1, 2, 1, 2],
  ],
])('texts of %j passages are written in portions of %j texts', async (parts, portions) => {
  const texts = parts.map((count, i) => text(i, count))
  const seen: (readonly EmbeddedText[])[] = []
  const sum = await inPortions(texts, async (portion) => {
    seen.push(portion)
    return written
  })
  expect(seen.map(({ length }) => length)).toEqual(portions)
  expect(seen.flat()).toEqual(texts)
  expect(sum).toEqual({ ...written, failed: portions.length, present: 2 * portions.length })
})
