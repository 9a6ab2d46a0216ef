import { describe, expect, it } from 'vitest'
import { aimsOf } from './aims.js'
import type { MillionResults, Point } from './million-results.js'

describe('the aims at a million', () => {
  it('says of each figure whether it was reached', () => {
    const aims = aimsOf(resultsOf(3, 30, 60))
    expect(named(aims, 'words, 8 words, p50')).toEqual({
      name: 'words, 8 words, p50',
      aim: '≤ 3 ms',
      figure: '2.5 ms',
      isReached: true,
    })
    expect(named(aims, 'exact first ten by words, 8 words')).toMatchObject({
      figure: '0.98',
      isReached: false,
    })
  })

  it('judges growth by the exponent between two sizes', () => {
    const aims = aimsOf(resultsOf(1, 10, 20))
    expect(named(aims, 'hybrid grows from 10,000 to 100,000 as items^')).toMatchObject({
      figure: '1',
      isReached: false,
    })
    expect(named(aims, 'hybrid grows from 100,000 to a million as items^')).toMatchObject({
      figure: '0.301',
      isReached: true,
    })
  })

  it('compares with peers that were measured', () => {
    const results = resultsOf(1, 1, 1)
    const point = { items: 100_000, part: 'peer-ask', peer: 'our tokens in FTS5 by rank', at }
    const points = [...results.points, { ...point, figures: { words8P50: 100 } }]
    const name = 'words / our tokens in FTS5 by rank, 100,000'
    expect(named(aimsOf({ ...results, points }), name)).toMatchObject({ figure: '0.02', isReached: true })
  })

  it('does not judge what was not measured', () => {
    expect(named(aimsOf(resultsOf(1, 1, 1)), 'forget, logical, p50')).toEqual({
      name: 'forget, logical, p50',
      aim: '≤ 50 ms',
      figure: '–',
    })
  })
})

const at = '2026-12-01T00:00:00.000Z'

function named(aims: ReturnType<typeof aimsOf>, name: string) {
  return aims.find((aim) => aim.name === name)
}

/** Of hybrid searches, by size. */
function resultsOf(ten: number, hundred: number, million: number): MillionResults {
  const hybrid = (items: number, words8P50: number): Point => ({
    items,
    part: 'hybrid',
    at,
    figures: { words8P50 },
  })
  return {
    machine: { cpu: 'one', cores: 2, gigabytes: 8, node: 'v20' },
    points: [
      hybrid(10_000, ten),
      hybrid(100_000, hundred),
      hybrid(1_000_000, million),
      { items: 100_000, part: 'words', at, figures: { words8P50: 2 } },
      { items: 1_000_000, part: 'words', at, figures: { words8P50: 2.5 } },
      { items: 1_000_000, part: 'exact', at, figures: { words8Exact: 0.98 } },
    ],
  }
}
