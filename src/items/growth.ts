import type { BankId } from '../reach.js'
import { listInt, sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'
import { DAY_MS, dayNumber, dayOfNumber, instantOf, wallClock, weekdayOf } from '../text/zone.js'
import { type ItemKind, itemKinds } from './item.js'

export const growthSteps = ['day', 'week', 'month'] as const

export type GrowthStep = (typeof growthSteps)[number]

export interface GrowthWanted {
  readonly by: GrowthStep
  /** Milliseconds UTC; the first item, and now, where they are absent. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly zone: string
  readonly now: number
}

export interface Growth {
  readonly kinds: readonly ItemKind[]
  /** Of each kind, before the first bucket. */
  readonly before: readonly number[]
  /** Each from its first day on, also where there is nothing; at most {@link BUCKETS_MAX}, the last ones. */
  readonly buckets: readonly { readonly from: string; readonly counts: readonly number[] }[]
}

const BUCKETS_MAX = 800

/** How many items of each kind happened, or were recorded where that is not known, in days, weeks or months of the zone. */
export function* growth(bank: BankId, { by, since, until, zone, now }: GrowthWanted): Tx<Growth> {
  const spans = yield* spansOf(bank)
  const kinds = itemKinds.filter((kind) => spans.has(kind))
  const first = since ?? Math.min(now, ...spans.values())
  const days = daysOf(by, dayIn(first, zone), dayIn(Math.max(first, until ?? now), zone))
  const starts = days.map((day) => instantOf(day * DAY_MS, zone))
  const counts = new Map<ItemKind, ReadonlyMap<number, number>>()
  const before: number[] = []
  for (const kind of kinds) {
    counts.set(kind, yield* countsOf(bank, kind, starts))
    before.push(yield* countBefore(bank, kind, starts[0] ?? 0))
  }
  return {
    kinds,
    before,
    // The last day is where the last bucket ends.
    buckets: days.slice(0, -1).map((day, index) => ({
      from: written(day),
      counts: kinds.map((kind) => counts.get(kind)?.get(starts[index] ?? 0) ?? 0),
    })),
  }
}

const time = sql`coalesce(i.occurred_at, i.recorded_at)`

/** Since when there are items of each kind that there is. */
function* spansOf(bank: BankId): Tx<ReadonlyMap<ItemKind, number>> {
  const spans = new Map<ItemKind, number>()
  for (const kind of itemKinds) {
    const first = yield* get<{ at: number }>(sql`
      select ${time} as at from item i where i.bank = ${bank} and i.kind = ${kind} order by ${time} limit 1`)
    if (first !== undefined) spans.set(kind, first.at)
  }
  return spans
}

/** By the start of each bucket. */
function* countsOf(bank: BankId, kind: ItemKind, starts: readonly number[]): Tx<ReadonlyMap<number, number>> {
  const rows = yield* all<{ start: number; n: number }>(sql`
    select b.start, (
      select count(*) from item i
      where i.bank = ${bank} and i.kind = ${kind} and ${time} >= b.start and ${time} < b.next) as n
    from (select value as start, lead(value) over (order by value) as next from ${listInt(starts)} as s) as b
    where b.next is not null`)
  return new Map(rows.map(({ start, n }) => [start, n]))
}

function* countBefore(bank: BankId, kind: ItemKind, start: number): Tx<number> {
  const row = yield* get<{ n: number }>(
    sql`select count(*) as n from item i where i.bank = ${bank} and i.kind = ${kind} and ${time} < ${start}`,
  )
  return row?.n ?? 0
}

const dayIn = (ms: number, zone: string) => Math.floor(wallClock(ms, zone) / DAY_MS)

/** The first days of the buckets from one day to another, and of the one behind; weeks begin on Mondays. */
function daysOf(by: GrowthStep, from: number, to: number): number[] {
  const days = [startOf(by, from)]
  for (;;) {
    const last = days.at(-1) ?? from
    if (last > to) return days.slice(-BUCKETS_MAX - 1)
    days.push(nextStart(by, last))
    // What is far away is not walked through day by day.
    if (days.length > 4 * BUCKETS_MAX) days.splice(0, 2 * BUCKETS_MAX)
  }
}

function startOf(by: GrowthStep, day: number): number {
  if (by === 'week') return day - weekdayOf(day) + 1
  const { year, month } = dayOfNumber(day)
  return by === 'month' ? dayNumber(year, month, 1) : day
}

function nextStart(by: GrowthStep, start: number): number {
  if (by === 'week') return start + 7
  const { year, month } = dayOfNumber(start)
  return by === 'month' ? dayNumber(year, month + 1, 1) : start + 1
}

function written(day: number): string {
  return new Date(day * DAY_MS).toISOString().substring(0, 10) // slice-ok: a date
}
