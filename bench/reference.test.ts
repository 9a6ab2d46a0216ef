import { describe, expect, it } from 'vitest'
import { createReference, overlapOf } from './reference.js'

describe('the reference ranking', () => {
  const reference = createReference([
    'the cat sat', // 0
    'the dog sat on the mat with the cat and the cow', // 1: longer than 0, so less of a match for cat
    'the dog barked', // 2
    'a cat and a cat', // 3: cat twice
    '我们明天去北京', // 4
    '北方的京剧', // 5: both characters of 北京, the word not
  ])

  it('puts more mentions and shorter texts first, and leaves out what does not match', () => {
    expect(reference.expect('cat')).toEqual({ top: [3, 0, 1], count: 3 })
  })

  it('adds up words, rare ones more than frequent ones', () => {
    expect(reference.expect('the dog barked').top[0]).toBe(2)
    expect(reference.expect('the mat').top[0]).toBe(1)
  })

  it('gives the score of a hand-made case', () => {
    // Two texts of one word each, length 1 = the average: idf = ln(1 + 1.5 / 1.5), tf part = 2.2 / 2.2.
    const pair = createReference(['left', 'right'])
    expect(pair.expect('left')).toEqual({ top: [0], count: 1 })
    expect(pair.expect('up')).toEqual({ top: [], count: 0 })
  })

  it('takes Chinese by pairs of characters', () => {
    expect(reference.expect('北京').top).toEqual([4])
  })

  it('takes whatever ties with the tenth as good as it', () => {
    const same = createReference(Array.from({ length: 30 }, () => 'one and the same'))
    const expected = same.expect('same')
    expect(expected.top).toHaveLength(30)
    expect(expected.count).toBe(10)
    expect(overlapOf([29, 28, 27, 26, 25, 24, 23, 22, 21, 20], expected)).toBe(1)
  })

  it('scores an answer by the share of the top ten it holds', () => {
    const expected = { top: [1, 2, 3, 4], count: 4 }
    expect(overlapOf([1, 9, 2, 8], expected)).toBe(0.5)
    expect(overlapOf([], expected)).toBe(0)
    expect(overlapOf([5], { top: [], count: 0 })).toBe(1)
  })

  it('looks at ten places of an answer and no further', () => {
    expect(overlapOf([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1], { top: [1], count: 1 })).toBe(0)
  })
})
