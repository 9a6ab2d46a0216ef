import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRowSums } from './row-sums.js'

it('adds up as a map of rows does, wherever they lie', () => {
  const rid = fc.oneof(
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 1_999_990, max: 2_000_010 }),
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  )
  const list = fc.tuple(fc.uniqueArray(rid), fc.integer({ min: 0, max: 9 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(list), (lists) => {
      const sums = createRowSums()
      const expected = new Map<number, number>()
      for (const [rids, worth, mayEnter] of lists) {
        const inOrder = [...rids].sort((a, b) => a - b)
        sums.add(inOrder, worth, mayEnter)
        for (const one of inOrder)
          if (mayEnter || expected.has(one)) expected.set(one, (expected.get(one) ?? 0) + worth)
      }
      expect(new Map(sums.rids().map((one) => [one, sums.of(one)]))).toEqual(expected)
      expect(sums.rids()).toHaveLength(expected.size)
    }),
  )
})
