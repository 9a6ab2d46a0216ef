import { DAY_MS, dayNumber, dayOfNumber, weekdayOf } from './zone.js'

/** How wide an expression is meant. `since` and `before` are open to one side, `recent` is a guess of two weeks. */
export type TimeKind =
  | 'day'
  | 'weekend'
  | 'week'
  | 'month'
  | 'quarter'
  | 'season'
  | 'year'
  | 'span'
  | 'since'
  | 'before'
  | 'recent'

/** Numbers a question names itself, nothing inferred: `May 8` names month and day, `yesterday` nothing. */
export interface NamedDate {
  readonly year?: number
  readonly month?: number
  readonly day?: number
  readonly weekday?: number
}

/** A stretch of wall-clock time, [from, to), in ms since 1970-01-01T00:00 on the wall; infinite where it is open. */
export interface WallRange {
  readonly from: number
  readonly to: number
  readonly kind: TimeKind
  readonly named: readonly NamedDate[]
}

/** A time expression and where it stands in the normalised question. */
export interface TimeExpression extends WallRange {
  readonly start: number
  readonly end: number
}

/** Whole days [from, to) as day numbers. */
export function days(from: number, to: number, kind: TimeKind, named?: NamedDate): WallRange {
  return { from: from * DAY_MS, to: to * DAY_MS, kind, named: named === undefined ? [] : [named] }
}

/** One whole day. */
export function dayRange(day: number, named?: NamedDate): WallRange {
  return days(day, day + 1, 'day', named)
}

/** The week (Monday to Sunday) that is `offset` weeks from that of `day`. */
export function weekRange(day: number, offset: number): WallRange {
  const monday = day - (weekdayOf(day) - 1) + 7 * offset
  return days(monday, monday + 7, 'week')
}

/** Saturday and Sunday of the week that is `offset` weeks from that of `day`. */
export function weekendRange(day: number, offset: number): WallRange {
  const monday = day - (weekdayOf(day) - 1) + 7 * offset
  return days(monday + 5, monday + 7, 'weekend')
}

/** The latest weekend that has begun: `over the weekend`, 周末. */
export function recentWeekend(day: number): WallRange {
  return weekendRange(day, weekdayOf(day) >= 6 ? 0 : -1)
}

/** A calendar month; 13 is next January, 0 last December. */
export function monthRange(year: number, month: number, named?: NamedDate): WallRange {
  return days(dayNumber(year, month, 1), dayNumber(year, month + 1, 1), 'month', named)
}

/** `count` calendar months from `month` on. */
export function monthsRange(
  year: number,
  month: number,
  count: number,
  kind: TimeKind,
  named?: NamedDate,
): WallRange {
  return days(dayNumber(year, month, 1), dayNumber(year, month + count, 1), kind, named)
}

/** A calendar year. */
export function yearRange(year: number, named?: NamedDate): WallRange {
  return days(dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1), 'year', named)
}

/** The quarter that is `offset` quarters from that of `day`. */
export function quarterRange(day: number, offset: number): WallRange {
  const { year, month } = dayOfNumber(day)
  return monthsRange(year, Math.floor((month - 1) / 3) * 3 + 1 + 3 * offset, 3, 'quarter')
}

/** The latest run of such months that has begun by `day`, `offset` years on. */
export function recentSeason(day: number, firstMonth: number, offset: number): WallRange {
  const { year } = dayOfNumber(day)
  const begun = dayNumber(year, firstMonth, 1) <= day ? year : year - 1
  return monthsRange(begun + offset, firstMonth, 3, 'season')
}

/** The weekday nearest to `day` on the side asked for. */
export function weekdayNear(
  day: number,
  weekday: number,
  side: 'past' | 'before' | 'after' | 'week',
): number {
  const difference = weekday - weekdayOf(day)
  switch (side) {
    case 'week':
      return day + difference
    case 'past': // today counts
      return day + (difference > 0 ? difference - 7 : difference)
    case 'before':
      return day + (difference >= 0 ? difference - 7 : difference)
    default:
      return day + (difference <= 0 ? difference + 7 : difference)
  }
}

/**
 * A month, or a day of it, without a year: the latest that has begun. Questions to a memory look back, so `in March`
 * asked in January is last year's.
 */
export function recentMonth(day: number, month: number, named: NamedDate): WallRange {
  const { year } = dayOfNumber(day)
  return monthRange(dayNumber(year, month, 1) <= day ? year : year - 1, month, named)
}

/** See {@link recentMonth}. Undefined when no year has that day. */
export function recentDate(
  day: number,
  month: number,
  monthDay: number,
  named: NamedDate,
): WallRange | undefined {
  const { year } = dayOfNumber(day)
  // 29 February may be up to eight years back (1900 and 2100 have none).
  for (let candidate = year; candidate >= year - 8; candidate--) {
    const found = dateIn(candidate, month, monthDay)
    if (found !== undefined && found <= day) return dayRange(found, named)
  }
  return undefined
}

/** Day number of a date, undefined when the calendar has no such day. */
export function dateIn(year: number, month: number, monthDay: number): number | undefined {
  if (month < 1 || month > 12 || monthDay < 1) return undefined
  const found = dayNumber(year, month, monthDay)
  return dayOfNumber(found).day === monthDay ? found : undefined
}

/** The stretch of `count` units up to now, today included: `the last three days`. */
export function lastUnits(nowWall: number, count: number, unit: string): WallRange {
  const today = Math.floor(nowWall / DAY_MS)
  return { from: unitsBack(today, count, unit) * DAY_MS, to: (today + 1) * DAY_MS, kind: 'span', named: [] }
}

/** What `count` units ago means: that day, the week around it, that calendar month or year. */
export function unitsAgo(today: number, count: number, unit: string): WallRange {
  const day = unitsBack(today, count, unit)
  const { year, month } = dayOfNumber(day)
  if (unit === 'week') return days(day - 3, day + 4, 'week')
  if (unit === 'month') return monthRange(year, month)
  if (unit === 'year') return yearRange(year)
  return dayRange(day)
}

/** Day number `count` units before a day; the last day of a shorter month. */
function unitsBack(today: number, count: number, unit: string): number {
  if (unit === 'day') return today - count
  if (unit === 'week') return today - 7 * count
  const { year, month, day } = dayOfNumber(today)
  const months = unit === 'year' ? 12 * count : count
  const first = dayNumber(year, month - months, 1)
  const length = dayNumber(year, month - months + 1, 1) - first
  return first + Math.min(day, length) - 1
}

/** The stretch from the start of one range to the end of another. */
export function spanOf(first: WallRange, last: WallRange): WallRange {
  return { from: first.from, to: last.to, kind: 'span', named: [...first.named, ...last.named] }
}

/** Part of a day, in hours from its midnight. A night ends at six in the morning. */
export function hoursOf(range: WallRange, fromHour: number, toHour: number): WallRange {
  return { ...range, from: range.from + fromHour * HOUR_MS, to: range.from + toHour * HOUR_MS }
}

export function sinceStart(range: WallRange): WallRange {
  return { from: range.from, to: Number.POSITIVE_INFINITY, kind: 'since', named: range.named }
}

export function afterEnd(range: WallRange): WallRange {
  return { from: range.to, to: Number.POSITIVE_INFINITY, kind: 'since', named: range.named }
}

export function beforeStart(range: WallRange): WallRange {
  return { from: Number.NEGATIVE_INFINITY, to: range.from, kind: 'before', named: range.named }
}

export function untilEnd(range: WallRange): WallRange {
  return { from: Number.NEGATIVE_INFINITY, to: range.to, kind: 'before', named: range.named }
}

const HOUR_MS = 3_600_000
