import type { ItemKind, OutputOf } from '../../api/operation-types.js'

export type By = 'day' | 'week' | 'month'
export const steps: readonly By[] = ['day', 'week', 'month']

/** One day, week or month. */
export interface Step {
  /** Its first day, YYYY-MM-DD. */
  readonly from: string
  /** Midnight of that day here, in milliseconds. */
  readonly at: number
  readonly total: number
  /** What was said: messages, and what programs answered. */
  readonly heard: number
  /** What came of it: facts, notes, records and all else. */
  readonly kept: number
  /** Those of which there are any. */
  readonly kinds: readonly { readonly kind: ItemKind; readonly count: number }[]
}

type Growth = OutputOf<'memory.growth'>

/** How it grew, from the first step in which anything happened, but never so few steps that bars become blocks. */
export function growthSteps({ kinds, buckets }: Pick<Growth, 'kinds' | 'buckets'>): readonly Step[] {
  const first = buckets.findIndex(({ total }) => total > 0)
  const begin = Math.max(0, Math.min(first === -1 ? 0 : first, buckets.length - STEPS_MIN))
  return buckets.slice(begin).map(({ from, counts, total }) => {
    const of = kinds.map((kind, index) => ({ kind, count: counts[index] ?? 0 }))
    const heard = of.reduce((sum, { kind, count }) => sum + (isHeard(kind) ? count : 0), 0)
    return {
      from,
      at: midnightOf(from),
      total,
      heard,
      kept: total - heard,
      kinds: of.filter(({ count }) => count > 0),
    }
  })
}

/** How many there are of each kind, the most first. */
export function countsByKind({ kinds, before, buckets }: Pick<Growth, 'kinds' | 'before' | 'buckets'>) {
  return kinds
    .map((kind, index) => ({
      kind,
      count: buckets.reduce((sum, { counts }) => sum + (counts[index] ?? 0), before[index] ?? 0),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

/** From when on it is worth drawing: as many steps as a page has room for. undefined: from the beginning. */
export function sinceOf(by: By, now: number): string | undefined {
  if (by === 'month') return undefined
  const days = by === 'day' ? DAYS_SHOWN : WEEKS_SHOWN * 7
  return new Date(now - days * DAY_MS).toISOString().substring(0, 10)
}

/** The step beside one: `by` many further, within what there is. */
export function stepBeside(count: number, at: number, by: number): number {
  return Math.max(0, Math.min(count - 1, at + by))
}

function isHeard(kind: ItemKind): boolean {
  return kind === 'turn' || kind === 'artifact'
}

function midnightOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

const STEPS_MIN = 12
const DAYS_SHOWN = 90
const WEEKS_SHOWN = 104
const DAY_MS = 86_400_000
