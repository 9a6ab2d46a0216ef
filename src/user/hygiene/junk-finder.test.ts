import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAlike, likenessOf } from '../../text/likeness.js'
import { createJunkFinder } from './junk-finder.js'
import { createLikenessIndex } from './likeness-index.js'

describe('finding junk among memories', () => {
  it('tells the first of a repeat from the others, and names it', () => {
    const { junk } = examine([
      'Ann likes tea in the morning, with a slice of lemon and no sugar',
      'ann likes tea in the morning with a slice of lemon and no sugar!',
      'Ann likes tea in the morning, with a slice of lemon and no sugar, please',
      'Ann likes coffee',
    ])
    expect(junk).toEqual(['1 duplicate 0', '2 near_duplicate 0'])
  })

  it('lets notes stand that differ in a number', () => {
    const { junk } = examine([
      'The invoice for the boat 1234 was paid by Ann in the morning, at the harbour office',
      'The invoice for the boat 1235 was paid by Ann in the morning, at the harbour office',
    ])
    expect(junk).toEqual([])
  })

  it('counts what is junk by itself as that, however often it comes', () => {
    const { junk, report } = examine(['HEARTBEAT_OK', 'HEARTBEAT_OK', 'Likes tea'])
    expect(junk).toEqual(['0 heartbeat -', '1 heartbeat -'])
    expect(report).toMatchObject({ memories: 3, junk: 2, rate: 2 / 3 })
  })

  it('knows a statement about the user that was there already, put differently', () => {
    const { junk } = examine([
      'User lives in Seattle',
      'Lives in Seattle.',
      'The user resides in seattle',
      'Lives in Ghent',
    ])
    expect(junk).toEqual(['1 repeated_profile 0', '2 repeated_profile 0'])
  })

  it('takes one user with three names for an invention, and none of the names for true', () => {
    const { report } = examine([
      "User's name is Alex Stone",
      'User is named Maria',
      'Name is Wei',
      'User is 25 years old',
      'User is 31 years old',
      'User is 62 years old',
      'User likes tea',
    ])
    expect(report.reasons).toMatchObject([{ reason: 'invented_profile', count: 6 }])
    expect(report.junk).toBe(6)
  })

  it('lets a user grow older, and have a family name', () => {
    const { report } = examine([
      'User is 30 years old',
      'User is 31 years old',
      'User is 32 years old',
      'Name is Ann',
      'Name is Ann Lee',
    ])
    expect(report.junk).toBe(0)
  })

  it('has nothing to say about no memories', () => {
    expect(createJunkFinder().report()).toEqual({ memories: 0, junk: 0, rate: 0, reasons: [] })
  })

  it('gives three examples of each reason', () => {
    const { report } = examine(Array.from({ length: 9 }, () => 'ok'))
    expect(report.reasons[0]).toMatchObject({ reason: 'vague', count: 9 })
    expect(report.reasons[0]?.examples.map(({ id }) => id)).toEqual(['0', '1', '2'])
  })
})

const WORDS = Array.from(
  { length: 90 },
  (_, index) => 'abcdefghij'.charAt(index % 10).repeat(1 + (index % 9)) + 'klmnopqrst'.charAt(index / 10),
)

describe('the index of likeness', () => {
  it('finds what a comparison with every earlier text finds', () => {
    const text = fc
      .record({
        size: fc.constantFrom(7, 8, 10, 19, 21, 90),
        left: fc.nat({ max: 20 }),
        more: fc.subarray(['x', 'yy', 'zzzzzzzzzz', 'qqqqqqqqqqq']),
      })
      .map(({ size, left, more }) =>
        [...WORDS.filter((_, index) => index < size && index !== left), ...more].join(' '),
      )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 25 }), (texts) => {
        const index = createLikenessIndex<number>()
        const kept: string[] = []
        for (const [place, one] of texts.entries()) {
          const isRepeat = kept.some((earlier) => isAlike(likenessOf(earlier), likenessOf(one)))
          expect(index.repeats(one, place) !== undefined).toBe(isRepeat)
          if (!isRepeat) kept.push(one)
        }
      }),
      { numRuns: 300 },
    )
  })
})

function examine(texts: readonly string[]) {
  const finder = createJunkFinder()
  const junk = texts.flatMap((text, index) => {
    const found = finder.look({ id: String(index), text })
    return found === undefined ? [] : [`${found.id} ${found.reason} ${found.of ?? '-'}`]
  })
  return { junk, report: finder.report() }
}
