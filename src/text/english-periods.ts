import { monthDate, year, yearBehind } from './english-dates.js'
import { type Match, match, type Reader, skipThe, word } from './english-reader.js'
import { lastThisNext, seasonAt, shifted } from './english-relative.js'
import * as time from './time-expression.js'
import { DAY_MS } from './zone.js'

/** `the first week of May` by sevens from the 1st, `last weekend of June 2023`, `second half of May`. */
export function partOfMonth(reader: Reader, start: number): Match | undefined {
  const at = skipThe(reader, start)
  const ordinal = ORDINALS.get(word(reader, at))
  const unit = word(reader, at + 1)
  if (ordinal === undefined || !/^(week|weekend|half)$/.test(unit)) return undefined
  if (word(reader, at + 2) !== 'of' && word(reader, at + 2) !== 'in') return undefined
  const month = monthDate(reader, at + 3, true)
  if (month === undefined || month.range.kind !== 'month') return undefined
  const first = month.range.from / DAY_MS
  const last = month.range.to / DAY_MS
  const named = month.range.named
  if (unit === 'half') {
    const range = ordinal === 1 ? time.days(first, first + 15, 'span') : time.days(first + 15, last, 'span')
    return ordinal > 2 ? undefined : match({ ...range, named }, month.next)
  }
  if (unit === 'week') {
    const from = ordinal < 0 ? last - 7 : first + 7 * (ordinal - 1)
    return match({ ...time.days(from, Math.min(from + 7, last), 'week'), named }, month.next)
  }
  const saturday =
    ordinal < 0
      ? time.weekdayNear(last - 1, 6, 'before')
      : time.weekdayNear(first - 1, 6, 'after') + 7 * (ordinal - 1)
  return match({ ...time.days(saturday, saturday + 2, 'weekend'), named }, month.next)
}

const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['1st', 1],
  ['second', 2],
  ['2nd', 2],
  ['third', 3],
  ['3rd', 3],
  ['fourth', 4],
  ['4th', 4],
  ['last', -1],
  ['final', -1],
])

/** `early May`, `mid-2023`, `the end of March 2023`: a third of the period. */
export function partOfPeriod(reader: Reader, start: number): Match | undefined {
  const at = skipThe(reader, start)
  const third = THIRDS.get(word(reader, at))
  if (third === undefined) return undefined
  const isNoun = NOUN_THIRDS.has(word(reader, at))
  if (isNoun !== (word(reader, at + 1) === 'of')) return undefined
  const baseAt = isNoun ? at + 2 : word(reader, at + 1) === '-' ? at + 2 : at + 1
  const base =
    monthDate(reader, baseAt, true) ??
    year(reader, baseAt, true) ??
    lastThisNext(reader, baseAt) ??
    thePeriod(reader, baseAt)
  if (base === undefined || (base.range.kind !== 'month' && base.range.kind !== 'year')) return undefined
  const from = base.range.from / DAY_MS
  const size = Math.floor((base.range.to - base.range.from) / DAY_MS / 3)
  const first = from + third * size
  const range = time.days(first, third === 2 ? base.range.to / DAY_MS : first + size, 'span')
  return match({ ...range, named: base.range.named }, base.next)
}

/** `the year`, `the month`: the one it is. */
function thePeriod(reader: Reader, at: number): Match | undefined {
  const unit = word(reader, at + 1)
  if (word(reader, at) !== 'the' || (unit !== 'year' && unit !== 'month')) return undefined
  return match(shifted(reader.today, unit, 0), at + 2)
}

const THIRDS: ReadonlyMap<string, 0 | 1 | 2> = new Map([
  ['early', 0],
  ['beginning', 0],
  ['start', 0],
  ['mid', 1],
  ['middle', 1],
  ['late', 2],
  ['end', 2],
])
const NOUN_THIRDS: ReadonlySet<string> = new Set(['beginning', 'start', 'middle', 'end'])

/** `Q1 2024`, `Q3`, `the second quarter of 2023`, `first half of 2022`. */
export function quarterOrHalf(reader: Reader, start: number): Match | undefined {
  const at = skipThe(reader, start)
  const short = /^([qh])([1-4])$/.exec(word(reader, at))
  const ordinal = ORDINALS.get(word(reader, at))
  const unit = word(reader, at + 1)
  let size: number
  let number: number
  let next: number
  if (short !== null) {
    size = short[1] === 'q' ? 3 : 6
    number = Number(short[2])
    next = at + 1
  } else if (ordinal !== undefined && ordinal > 0 && (unit === 'quarter' || unit === 'half')) {
    size = unit === 'quarter' ? 3 : 6
    number = ordinal
    next = at + 2
  } else return undefined
  if (number * size > 12) return undefined
  const named = yearBehind(reader, next)
  if (named === undefined && (size === 6 || short === null)) return undefined
  const firstMonth = (number - 1) * size + 1
  const kind = size === 3 ? 'quarter' : 'span'
  if (named !== undefined) {
    return match(time.monthsRange(named.year, firstMonth, size, kind, { year: named.year }), named.next)
  }
  return match({ ...time.recentSeason(reader.today, firstMonth, 0), kind }, next)
}

/** `summer 2023`, `in the winter`; spring and fall alone are other words too often. */
export function season(reader: Reader, start: number, introduced: boolean): Match | undefined {
  const at = skipThe(reader, start)
  const name = word(reader, at)
  const firstMonth = seasonAt(name)
  if (firstMonth === undefined) return undefined
  const named = yearBehind(reader, at + 1)
  if (named !== undefined) {
    return match(time.monthsRange(named.year, firstMonth, 3, 'season', { year: named.year }), named.next)
  }
  const isPlain = name !== 'spring' && name !== 'fall'
  if (!introduced || (!isPlain && at === start)) return undefined
  return match(time.recentSeason(reader.today, firstMonth, 0), at + 1)
}
