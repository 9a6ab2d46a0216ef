import { describe, expect, it } from 'vitest'
import { exactTop } from './exact-top.js'

const weights = { saturation: 1.5, lengthPad: 100, average: 20 }

describe('the exact first texts', () => {
  it('are those that hold the words that are worth most, the shorter first', () => {
    const texts = new Map([
      ['rare', [{ rid: 3, length: 20, times: 1 }]],
      [
        'common',
        [
          { rid: 1, length: 90, times: 1 },
          { rid: 2, length: 5, times: 1 },
          { rid: 3, length: 20, times: 1 },
        ],
      ],
    ])
    const worths = new Map([
      ['rare', 5],
      ['common', 2],
    ])
    expect([...exactTop(texts, worths, weights, 1).rids]).toEqual([3])
    expect([...exactTop(texts, worths, weights, 2).rids].sort()).toEqual([2, 3])
    expect(exactTop(texts, worths, weights, 10)).toEqual({ rids: new Set([3, 1, 2]), count: 3 })
  })

  it('hold whatever ties with the last of them', () => {
    const texts = new Map([['one', [1, 2, 3].map((rid) => ({ rid, length: 10, times: 1 }))]])
    const top = exactTop(texts, new Map([['one', 1]]), weights, 2)
    expect(top).toEqual({ rids: new Set([1, 2, 3]), count: 2 })
    expect(exactTop(texts, new Map([['other', 1]]), weights, 2)).toEqual({ rids: new Set(), count: 0 })
  })
})
