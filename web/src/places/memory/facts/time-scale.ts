export interface TimeScale {
  /** Milliseconds UTC. */
  readonly from: number
  readonly until: number
  readonly ticks: readonly Tick[]
}

export interface Tick {
  readonly at: number
  readonly unit: TickUnit
}

export type TickUnit = 'year' | 'month' | 'day'

const DAY = 86_400_000

/** Steps that people count time in, from short to long. */
const steps: readonly { readonly unit: TickUnit; readonly count: number; readonly days: number }[] = [
  { unit: 'day', count: 1, days: 1 },
  { unit: 'day', count: 7, days: 7 },
  { unit: 'month', count: 1, days: 30 },
  { unit: 'month', count: 3, days: 91 },
  { unit: 'month', count: 6, days: 183 },
  { unit: 'year', count: 1, days: 365 },
  { unit: 'year', count: 2, days: 730 },
  { unit: 'year', count: 5, days: 1_826 },
  { unit: 'year', count: 10, days: 3_652 },
  { unit: 'year', count: 50, days: 18_262 },
]

/** A stretch of time with marks at the beginnings of days, months or years: at most so many, and where people expect them. */
export function timeScale(from: number, until: number, maxTicks: number): TimeScale {
  const end = Math.max(until, from + DAY)
  const step = steps.find(({ days }) => (end - from) / (days * DAY) <= maxTicks) ?? steps.at(-1)
  const ticks: Tick[] = []
  if (step !== undefined) {
    for (let at = firstOf(from, step); at <= end; at = after(at, step)) {
      if (at >= from) ticks.push({ at, unit: step.unit })
    }
  }
  return { from, until: end, ticks }
}

/** Where a time lies in it: 0 at its beginning, 1 at its end; what lies outside stays at the edge. */
export function placeIn({ from, until }: TimeScale, at: number): number {
  return Math.min(1, Math.max(0, (at - from) / (until - from)))
}

/** The time at a place in it, at the beginning of a day. */
export function timeAt({ from, until }: TimeScale, place: number): number {
  const date = new Date(from + Math.min(1, Math.max(0, place)) * (until - from))
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

type Step = (typeof steps)[number]

function firstOf(from: number, { unit, count }: Step): number {
  const date = new Date(from)
  const [year, month] = [date.getFullYear(), date.getMonth()]
  if (unit === 'year') return new Date(Math.floor(year / count) * count, 0, 1).getTime()
  if (unit === 'month') return new Date(year, Math.floor(month / count) * count, 1).getTime()
  const weekday = count === 7 ? (date.getDay() + 6) % 7 : 0
  return new Date(year, month, date.getDate() - weekday).getTime()
}

/** By the calendar: days and months are not equally long. */
function after(at: number, { unit, count }: Step): number {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'year') return new Date(year + count, 0, 1).getTime()
  return unit === 'month'
    ? new Date(year, month + count, 1).getTime()
    : new Date(year, month, day + count).getTime()
}
