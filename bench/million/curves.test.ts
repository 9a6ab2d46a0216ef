import { describe, expect, it } from 'vitest'
import { chartsOf } from './curves.js'
import type { MillionResults } from './million-results.js'
import { linesOf } from './profile.js'

const at = '2026-12-01T00:00:00.000Z'
const results: MillionResults = {
  machine: { cpu: 'one', cores: 2, gigabytes: 8, node: 'v20' },
  points: [
    { items: 10_000, part: 'words', at, figures: { words8P50: 1, words8P95: 2 } },
    { items: 100_000, part: 'words', at, figures: { words8P50: 3, words8P95: 4 } },
    { items: 10_000, part: 'peer-ask', peer: 'orama', at, figures: { words8P50: 30 } },
    { items: 100_000, part: 'peer-ask', peer: 'orama', at, failure: 'ended by SIGTERM' },
  ],
}

describe('the pictures of a million', () => {
  it('draw what was measured, and end a line where a system did not survive', () => {
    const charts = chartsOf(results)
    expect(charts.map(({ name }) => name)).toEqual(['million-words'])
    const lines = charts[0]!.chart.lines
    const line = (name: string) => lines.find((one) => one.name === name)?.points.map(({ value }) => value)
    expect(line('recollect')).toEqual([1, 3])
    expect(line('orama')).toEqual([30, Number.NaN])
  })
})

describe('a profile', () => {
  it('says what share of the time each function took itself, idle time left out', () => {
    const frame = (functionName: string, url = '') => ({ functionName, url })
    const nodes = [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('score', 'file:///a/src/search/rank.js') },
      { id: 3, callFrame: frame('(garbage collector)') },
      { id: 4, callFrame: frame('all') },
    ]
    const lines = linesOf({ nodes, samples: [1, 2, 3, 2, 4], timeDeltas: [900, 20, 10, 20, 50] })
    expect(lines).toEqual([
      { where: 'all (not JavaScript)', share: 0.5 },
      { where: 'score (search/rank.ts)', share: 0.4 },
      { where: '(garbage collector)', share: 0.1 },
    ])
  })
})
