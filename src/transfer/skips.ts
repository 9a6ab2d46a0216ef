import type { Place } from './entry.js'
import type { Problem } from './problem.js'

/** How often something happened, and why. */
export interface Reason {
  readonly reason: string
  readonly count: number
}

export interface PlacedProblem {
  readonly line: number | null
  readonly entry: number | null
  readonly reason: string
}

/** What an import did not take, and why. */
export interface Skips {
  /** Something could not be read: a problem, whose place is told. */
  fail(place: Place, problem: Problem): void
  /** Something is no memory by its nature: only counted. */
  leaveOut(reason: string): void
  report(): SkipReport
}

export interface SkipReport {
  readonly skipped: number
  readonly skippedBy: readonly Reason[]
  /** The first of them. */
  readonly problems: readonly PlacedProblem[]
  readonly leftOut: readonly Reason[]
}

export function createSkips(): Skips {
  const problems: PlacedProblem[] = []
  const failures = new Map<string, number>()
  const others = new Map<string, number>()
  let skipped = 0
  return {
    fail(place, { reason, detail, isPartial }) {
      if (isPartial !== true) {
        skipped += 1
        count(failures, reason)
      }
      if (problems.length === PROBLEMS_KEPT) return
      const { line = null, entry = null } = place
      problems.push({ line, entry, reason: detail === undefined ? reason : `${reason}: ${detail}` })
    },
    leaveOut: (reason) => count(others, reason),
    report: () => ({ skipped, skippedBy: sorted(failures), problems, leftOut: sorted(others) }),
  }
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1)
}

function sorted(counts: ReadonlyMap<string, number>): Reason[] {
  return [...counts].map(([reason, n]) => ({ reason, count: n })).sort((a, b) => b.count - a.count)
}

const PROBLEMS_KEPT = 50
