import { weekdayNamed } from './calendar-names.js'
import { monthDate, numericDate, weekday, year } from './english-dates.js'
import { partOfMonth, partOfPeriod, quarterOrHalf, season } from './english-periods.js'
import {
  countAt,
  MAX_DEPTH,
  type Match,
  match,
  type Reader,
  skipThe,
  type Token,
  tokensOf,
  unitOf,
  word,
} from './english-reader.js'
import { ago, lastThisNext, namedDay, shifted, weekendOrRecent, withPartOfDay } from './english-relative.js'
import type { TimeExpression, WallRange } from './time-expression.js'
import * as time from './time-expression.js'
import { DAY_MS } from './zone.js'

/**
 * Time expressions of an English question, left to right, none overlapping. `nowWall` is the asker's wall clock.
 * Own rules instead of a date library: questions look back (`since March` is the last March), a number is a date only
 * where the words around it say so (`version 3.10 and 5 may fail` holds none), and nothing is loaded at start.
 */
export function englishTimes(text: string, nowWall: number): readonly TimeExpression[] {
  const tokens = tokensOf(text)
  const reader: Reader = { tokens, nowWall, today: Math.floor(nowWall / DAY_MS), depth: 0 }
  const found: TimeExpression[] = []
  for (let at = 0; at < tokens.length; ) {
    const match = rangeAt(reader, at)
    if (match === undefined || match.next <= at) {
      at++
      continue
    }
    const start = (tokens[at] as Token).start
    const end = (tokens[match.next - 1] as Token).end
    found.push({ ...match.range, start, end })
    at = match.next
  }
  return found
}

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'in on at during of from for over around about within throughout near circa'.split(' '),
)

/** A whole expression with its preposition. */
function rangeAt(reader: Reader, at: number): Match | undefined {
  const first = word(reader, at)
  switch (first) {
    case 'between':
      return twoPoints(reader, at + 1, (w) => w === 'and')
    case 'since':
      return opened(reader, at + 1, time.sinceStart)
    case 'after':
      return opened(reader, at + 1, time.afterEnd)
    case 'before':
      return opened(reader, at + 1, time.beforeStart)
    case 'by':
    case 'until':
    case 'till':
      return opened(reader, at + 1, time.untilEnd)
    default:
  }
  if (first === 'from') {
    const span = twoPoints(
      reader,
      at + 1,
      (w) => w === 'to' || w === 'until' || w === 'till' || w === 'through' || w === '-',
    )
    if (span !== undefined) return span
  }
  const introduced = PREPOSITIONS.has(first)
  return pointAt(reader, introduced ? at + 1 : at, introduced)
}

function opened(reader: Reader, at: number, open: (range: WallRange) => WallRange): Match | undefined {
  const point = pointAt(reader, at, true)
  return point === undefined ? undefined : { range: open(point.range), next: point.next }
}

function twoPoints(reader: Reader, at: number, joins: (word: string) => boolean): Match | undefined {
  const first = pointAt(reader, at, true)
  if (first === undefined || !joins(word(reader, first.next))) return undefined
  const last = pointAt(reader, first.next + 1, true)
  if (last === undefined) return undefined
  // `between March and May 2023`: the first borrows the year, as the latest before the second.
  const anchored = { ...reader, today: Math.floor((last.range.to - 1) / DAY_MS) }
  const start = namesYear(first.range) ? first : (pointAt(anchored, at, true) ?? first)
  const begin = start.range.from < last.range.to ? start : first
  if (begin.range.from >= last.range.to) return undefined
  return { range: time.spanOf(begin.range, last.range), next: last.next }
}

/** False for a month or date whose year was inferred; relative expressions keep their own now. */
function namesYear(range: WallRange): boolean {
  return range.named.length === 0 || range.named.some((named) => named.year !== undefined)
}

/** A point or stretch of time at a token, without what opens it to one side. */
function pointAt(reader: Reader, at: number, introduced: boolean): Match | undefined {
  const found =
    numericDate(reader, at) ??
    namedDay(reader, at) ??
    relatedTo(reader, at) ??
    partOfMonth(reader, at) ??
    lastThisNext(reader, at) ??
    ago(reader, at) ??
    partOfPeriod(reader, at) ??
    quarterOrHalf(reader, at) ??
    season(reader, at, introduced) ??
    monthDate(reader, at, introduced) ??
    weekday(reader, at, introduced) ??
    weekendOrRecent(reader, at) ??
    year(reader, at, introduced)
  return found === undefined ? undefined : withPartOfDay(reader, found)
}

/** `two days before 8 May`, `the week after June 3`, `the Friday before 15 July`, `the week of May 8`. */
function relatedTo(reader: Reader, at: number): Match | undefined {
  const counted = countAt(reader, at)
  const unitAt = counted?.next ?? skipThe(reader, at)
  const name = word(reader, unitAt)
  const unit = unitOf(name)
  const weekdayNumber = counted === undefined ? weekdayNamed(name) : undefined
  if (unit === undefined && weekdayNumber === undefined) return undefined
  const relation = word(reader, unitAt + 1)
  if (relation !== 'before' && relation !== 'after' && relation !== 'of') return undefined
  if (relation === 'of' && unit !== 'week' && unit !== 'weekend') return undefined
  if (
    relation === 'before' &&
    unit !== undefined &&
    counted === undefined &&
    word(reader, unitAt + 2) === 'last'
  ) {
    return match(shifted(reader.today, unit, -2), unitAt + 3)
  }
  if (reader.depth >= MAX_DEPTH) return undefined
  const base = pointAt({ ...reader, depth: reader.depth + 1 }, unitAt + 2, true)
  if (base === undefined) return undefined
  const firstDay = Math.floor(base.range.from / DAY_MS)
  const lastDay = Math.floor((base.range.to - 1) / DAY_MS)
  const named = base.range.named
  const found = relate(relation, unit ?? '', weekdayNumber, counted?.count, firstDay, lastDay)
  return found === undefined ? undefined : match({ ...found, named }, base.next)
}

function relate(
  relation: 'before' | 'after' | 'of',
  unit: string,
  weekdayNumber: number | undefined,
  count: number | undefined,
  firstDay: number,
  lastDay: number,
): WallRange | undefined {
  if (weekdayNumber !== undefined) {
    if (relation === 'before') return time.dayRange(time.weekdayNear(firstDay, weekdayNumber, 'before'))
    return time.dayRange(time.weekdayNear(lastDay, weekdayNumber, 'after'))
  }
  if (relation === 'of') return unit === 'week' ? time.weekRange(firstDay, 0) : time.weekendRange(firstDay, 0)
  const isBefore = relation === 'before'
  if (unit === 'weekend') {
    const saturday = isBefore
      ? time.weekdayNear(lastDay, 6, 'before')
      : time.weekdayNear(firstDay, 6, 'after')
    return time.days(saturday, saturday + 2, 'weekend')
  }
  if (unit === 'quarter') return time.quarterRange(isBefore ? firstDay : lastDay, isBefore ? -1 : 1)
  if (count !== undefined || unit !== 'week') {
    const signed = isBefore ? (count ?? 1) : -(count ?? 1)
    return time.unitsAgo(isBefore ? firstDay : lastDay, signed, unit)
  }
  return isBefore ? time.days(firstDay - 7, firstDay, 'week') : time.days(lastDay + 1, lastDay + 8, 'week')
}
