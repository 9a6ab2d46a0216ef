import { describe, expect, it } from 'vitest'
import { type Ratio, ratiosOf, verdictsOf } from './check.js'
import type { Measure } from './measures.js'
import type { Results, SizeResult } from './results.js'

describe('the verdicts of a check', () => {
  const time: Ratio = { name: 'time', value: 2, better: 'less', tolerance: { factor: 1.5 } }
  const recall: Ratio = { name: 'recall', value: 0.9, better: 'more', tolerance: { by: 0.03 } }

  it('lets a time rise within its tolerance and no further', () => {
    expect(verdictsOf([{ ...time, value: 3 }], [time])).toMatchObject([{ holds: true, limit: 3 }])
    expect(verdictsOf([{ ...time, value: 3.01 }], [time])).toMatchObject([{ holds: false, reference: 2 }])
  })

  it('never minds an improvement', () => {
    expect(verdictsOf([{ ...time, value: 0.1 }], [time])).toMatchObject([{ holds: true }])
    expect(verdictsOf([{ ...recall, value: 1 }], [recall])).toMatchObject([{ holds: true }])
  })

  it('lets a share sink by its tolerance and no further', () => {
    expect(verdictsOf([{ ...recall, value: 0.88 }], [recall])).toMatchObject([{ holds: true }])
    expect(verdictsOf([{ ...recall, value: 0.86 }], [recall])).toMatchObject([{ holds: false }])
  })

  it('judges nothing that the reference lacks', () => {
    expect(verdictsOf([time], [recall])).toEqual([])
  })
})

describe('the ratios of a run', () => {
  it('sets ours beside floors, peers and the smaller size, and leaves out what was not measured', () => {
    const ours = (words8P50: number) => ({ words8P50, captureSyncs: 3, bulkRate: 10_000, words8Found: 0.9 })
    const ratios = new Map(
      ratiosOf(
        run([
          size(1_000, { recollect: ours(1), minisearch: { words8P50: 4 } }),
          size(10_000, { recollect: ours(2), minisearch: { words8P50: 40 } }),
        ]),
      ).map(({ name, value }) => [name, value]),
    )
    expect(ratios.get('capture / fdatasync')).toBe(3)
    expect(ratios.get('words8P50, recollect / minisearch')).toBeCloseTo(0.05)
    expect(ratios.get('words8P50 grows as items^')).toBeCloseTo(Math.log10(2))
    // 100 µs an item, of which 20 are segmentation
    expect(ratios.get('bulk import of an item / its segmentation')).toBeCloseTo(5)
    expect(ratios.get('words8: source found')).toBe(0.9)
    expect(ratios.get('three hops / row out of SQLite')).toBe(12)
    expect([...ratios.keys()].filter((name) => name.includes('disk'))).toEqual([])
  })

  function run(sizes: readonly SizeResult[]): Results {
    const machine = { cpu: 'any', cores: 2, gigabytes: 8, node: '20' }
    const own = { 'three hops / row out of SQLite': 12 }
    return { at: '2026-01-01T00:00:00.000Z', machine, seconds: 1, sizes, footprints: {}, mcp: [], own }
  }

  function size(
    items: number,
    systems: Readonly<Record<string, Partial<Record<Measure, number>>>>,
  ): SizeResult {
    const spread = (median: number) => ({ median, min: median, max: median })
    return {
      items,
      floors: {
        fdatasyncMs: spread(1),
        scanGigabytes: spread(10),
        pointLookUps: spread(100_000),
        jsonMegabytes: spread(100),
        segmentMicros: spread(20),
      },
      systems: Object.entries(systems).map(([name, measures]) => ({
        name,
        rounds: 1,
        measures: Object.fromEntries(Object.entries(measures).map(([key, value]) => [key, spread(value)])),
      })),
    }
  }
})
