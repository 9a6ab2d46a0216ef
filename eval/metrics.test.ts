import { describe, expect, it } from 'vitest'
import { figuresOf, firstSeen } from './metrics.js'

describe('figures', () => {
  it('counts the share of the gold that is found, not whether any is', () => {
    const figures = figuresOf([{ ranked: ['a', 'x', 'b', 'y', 'z', 'c'], gold: ['a', 'b', 'c', 'd'] }])
    expect(figures).toMatchObject({
      recallAt1: 1 / 4,
      recallAt5: 2 / 4,
      recallAt10: 3 / 4,
      hitAt5: 1,
      mrr: 1,
    })
  })

  it('gives an ideal ranking an nDCG of 1, and a later one less', () => {
    expect(figuresOf([{ ranked: ['a', 'b'], gold: ['b', 'a'] }]).ndcgAt10).toBe(1)
    const later = figuresOf([{ ranked: ['x', 'a'], gold: ['a'] }])
    expect(later.ndcgAt10).toBeCloseTo(1 / Math.log2(3))
    expect(later.mrr).toBe(1 / 2)
  })

  it('takes the mean over questions, and is 0 where nothing is found', () => {
    const figures = figuresOf([
      { ranked: ['a'], gold: ['a'] },
      { ranked: [], gold: ['a'] },
    ])
    expect(figures).toMatchObject({ questions: 2, recallAt1: 1 / 2, recallAt5: 1 / 2, mrr: 1 / 2 })
  })

  it('ranks sessions by their first hit', () => {
    expect(firstSeen(['s2', null, 's1', 's2'])).toEqual(['s2', 's1'])
  })
})
