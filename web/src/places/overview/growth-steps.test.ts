import { describe, expect, it } from 'vitest'
import { countsByKind, growthSteps, sinceOf, stepBeside } from './growth-steps.js'

const kinds = ['turn', 'fact', 'thought'] as const
const bucket = (from: string, ...counts: number[]) => ({
  from,
  counts,
  total: counts.reduce((sum, one) => sum + one, 0),
})
const growth = {
  kinds: [...kinds],
  before: [5, 0, 0],
  buckets: [
    ...Array.from({ length: 10 }, (_, index) => bucket(`2026-01-${10 + index}`, 0, 0, 0)),
    bucket('2026-02-01', 3, 1, 0),
    ...Array.from({ length: 14 }, (_, index) => bucket(`2026-02-${10 + index}`, 0, 0, 2)),
  ],
}

describe('how a memory grew', () => {
  it('begins where the first thing happened, and tells what was said from what came of it', () => {
    const [first, second, ...rest] = growthSteps(growth)
    expect(first).toMatchObject({ from: '2026-02-01', total: 4, heard: 3, kept: 1 })
    expect(first?.kinds).toEqual([
      { kind: 'turn', count: 3 },
      { kind: 'fact', count: 1 },
    ])
    expect(second).toMatchObject({ heard: 0, kept: 2 })
    expect(rest).toHaveLength(13)
    expect(new Date(first?.at ?? 0).getHours()).toBe(0)
  })

  it('shows some steps also where all happened in the last one, or nothing did', () => {
    const late = {
      kinds: [...kinds],
      buckets: [...growth.buckets.slice(0, 10), bucket('2026-03-01', 1, 0, 0)],
    }
    expect(growthSteps(late)).toHaveLength(11)
    expect(growthSteps({ kinds: [], buckets: [] })).toEqual([])
  })

  it('counts what there is of each kind, with what was there before', () => {
    expect(countsByKind(growth)).toEqual([
      { kind: 'thought', count: 28 },
      { kind: 'turn', count: 8 },
      { kind: 'fact', count: 1 },
    ])
  })

  it('looks back as far as there is room, and moves within what there is', () => {
    const now = Date.parse('2026-11-30T12:00:00Z')
    expect(sinceOf('day', now)).toBe('2026-09-01')
    expect(sinceOf('week', now)).toBe('2024-12-02')
    expect(sinceOf('month', now)).toBeUndefined()
    expect([stepBeside(5, 0, -1), stepBeside(5, 2, 1), stepBeside(5, 4, 9)]).toEqual([0, 3, 4])
  })
})
