import { expect, it } from 'vitest'
import { batchesOf } from './batches.js'

it('parts files into calls of bounded size, each file once and in order', () => {
  const files = Array.from({ length: 260 }, (_, index) => ({
    path: `${index}.md`,
    text: 'x'.repeat(index === 7 ? 2_000_000 : 9_000),
  }))
  const batches = batchesOf(files)
  expect(batches.flat()).toEqual(files)
  for (const batch of batches) {
    const chars = batch.reduce((sum, { text }) => sum + text.length, 0)
    expect(batch.length === 1 || (batch.length <= 100 && chars <= 1_500_000)).toBe(true)
  }
  expect(batches.length).toBeLessThan(7)
  expect(batchesOf([])).toEqual([])
})
