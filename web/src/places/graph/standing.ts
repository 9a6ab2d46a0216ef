import type { GraphEdge } from './picture.js'

/** How a relation stands at a time: it holds, it waits to be confirmed, it holds no more, or not yet. */
export type Standing = 'holds' | 'waits' | 'over' | 'yet'

type Timed = Pick<GraphEdge, 'status' | 'validFrom' | 'validUntil'>

/** @param at milliseconds UTC; null: now, so that what is known to hold holds, however clocks differ */
export function standingOf({ status, validFrom, validUntil }: Timed, at: number | null): Standing {
  if (at === null) return status === 'active' ? 'holds' : status === 'proposed' ? 'waits' : 'over'
  if (validFrom > at) return 'yet'
  if (validUntil === null) return status === 'superseded' ? 'over' : status === 'proposed' ? 'waits' : 'holds'
  return validUntil <= at ? 'over' : status === 'proposed' ? 'waits' : 'holds'
}

export interface TimeSpanOf {
  readonly from: number
  readonly until: number
  /** When something begins or ends to hold, in order, each time once. */
  readonly changes: readonly number[]
}

/** The times between which anything changes; undefined where nothing ever did, or all at once. */
export function timeSpan(edges: Iterable<Timed>, now: number): TimeSpanOf | undefined {
  const times = new Set<number>()
  for (const { validFrom, validUntil } of edges) {
    if (validFrom > 0 && validFrom < now) times.add(validFrom)
    if (validUntil !== null && validUntil < now) times.add(validUntil)
  }
  const changes = [...times].sort((a, b) => a - b)
  const [from] = changes
  return from === undefined || now - from < DAY_MS ? undefined : { from, until: now, changes }
}

const DAY_MS = 86_400_000
