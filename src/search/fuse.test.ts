import { describe, expect, it } from 'vitest'
import type { ItemId } from '../items/item.js'
import type { FoundRow } from './candidate.js'
import { fuse, type RankedLayer } from './fuse.js'
import { WEIGHTS } from './weights.js'

const DAY_MS = 86_400_000
const now = Date.UTC(2025, 5, 1)

describe('fuse', () => {
  it('sums 1 / (60 + rank) in the descended mode, ranks from 1', () => {
    const text = layer('text', [hit('a', 9), hit('b', 5)])
    const time = layer('time', [hit('b', 1)])
    const [first, second] = fuse([text, time], 'rrf', now, WEIGHTS)
    expect(first).toMatchObject({ row: { id: 'b' }, score: 1 / 62 + 1 / 61 })
    expect(second).toMatchObject({ row: { id: 'a' }, score: 1 / 61 })
  })

  it('halves the descended score every 90 days, never below a tenth, and leaves a missing time alone', () => {
    const hits = [
      hit('old', 9, now - 90 * DAY_MS),
      hit('ancient', 8, now - 5_000 * DAY_MS),
      hit('timeless', 7),
    ]
    const scores = new Map(
      fuse([layer('text', hits)], 'rrf', now, WEIGHTS).map(({ row, score }) => [row.id as string, score]),
    )
    expect(scores.get('old')).toBeCloseTo(0.5 / 61, 12)
    expect(scores.get('ancient')).toBeCloseTo(0.1 / 62, 12)
    expect(scores.get('timeless')).toBeCloseTo(1 / 63, 12)
  })

  it('does not raise what is dated in the future', () => {
    const [only] = fuse([layer('text', [hit('a', 1, now + 90 * DAY_MS)])], 'rrf', now, WEIGHTS)
    expect(only?.score).toBe(1 / 61)
  })

  it('makes one hit of a memory that several layers found, with a raised score, in both modes', () => {
    for (const mode of ['rrf', 'measured'] as const) {
      const layers = [layer('text', [hit('a', 2), hit('b', 2)]), layer('time', [hit('b', 1)])]
      const fused = fuse(layers, mode, now, WEIGHTS)
      expect(fused.map(({ row }) => row.id)).toEqual(['b', 'a'])
      expect(fused[0]?.layers).toMatchObject([
        { layer: 'text', rank: 2, score: 2 },
        { layer: 'time', rank: 1, score: 1 },
      ])
      const parts = fused[0]?.layers.reduce((sum, { part }) => sum + part, 0)
      expect(parts).toBe(fused[0]?.score)
    }
  })

  it('gives the one layer that found anything the whole weight', () => {
    const [first, second] = fuse(
      [layer('text', [hit('a', 4), hit('b', 1)]), layer('time', [])],
      'measured',
      now,
      WEIGHTS,
    )
    expect([first?.score, second?.score]).toEqual([1, 0.25])
  })

  it('does not let a chance match outweigh another layer', () => {
    const chance = { ...layer('text', [hit('chance', 1)]), full: 20 }
    const fused = fuse([chance, { ...layer('time', [hit('then', 1)]), full: 1 }], 'measured', now, WEIGHTS)
    expect(fused.map(({ row }) => row.id)).toEqual(['then', 'chance'])
  })

  it('puts the newer item first among equals', () => {
    const fused = fuse(
      [layer('text', [hit('a', 1, null, 1), hit('b', 1, null, 2)])],
      'measured',
      now,
      WEIGHTS,
    )
    expect(fused.map(({ row }) => row.id)).toEqual(['b', 'a'])
  })
})

function layer(name: RankedLayer['name'], hits: RankedLayer['hits']): RankedLayer {
  return { name, hits, floor: 0, full: 0 }
}

function hit(
  id: string,
  score: number,
  occurredAt: number | null = null,
  rid = 1,
): RankedLayer['hits'][number] {
  const row: FoundRow = {
    bank: 'u/ann/main',
    rid,
    id: id as ItemId,
    kind: 'thought',
    trust: 'stated',
    occurredAt,
    text: id,
    turn: null,
  }
  return { row, score, reasons: [] }
}
