import type { OutputOf } from '../../../api/operation-types.js'

type Use = OutputOf<'system.status'>['cost']['days'][number]

export interface DayOfUse {
  /** `2025-06-30`, UTC. */
  readonly day: string
  readonly input: number
  readonly output: number
  readonly calls: number
  /** Calls without a usable answer, and those that the ceiling did not let through. */
  readonly troubles: number
}

const DAY_MS = 86_400_000

/** The last days, oldest first, also those on which nothing was used. */
export function useByDay(rows: readonly Use[], now: number, days = 30): readonly DayOfUse[] {
  const today = Math.floor(now / DAY_MS)
  const found = new Map<string, DayOfUse>()
  for (const { day, inputTokens, outputTokens, calls, failures, refused } of rows) {
    const was = found.get(day) ?? nothingOn(day)
    found.set(day, {
      day,
      input: was.input + inputTokens,
      output: was.output + outputTokens,
      calls: was.calls + calls,
      troubles: was.troubles + failures + refused,
    })
  }
  return Array.from({ length: days }, (_, index) => {
    const day = new Date((today - days + 1 + index) * DAY_MS).toISOString().substring(0, 10)
    return found.get(day) ?? nothingOn(day)
  })
}

function nothingOn(day: string): DayOfUse {
  return { day, input: 0, output: 0, calls: 0, troubles: 0 }
}
