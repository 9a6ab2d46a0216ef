import { monthNamed, weekdayNamed } from './calendar-names.js'
import { countAt, type Match, match, type Reader, skip, skipThe, unitOf, word } from './english-reader.js'
import type { WallRange } from './time-expression.js'
import * as time from './time-expression.js'
import { DAY_MS, dayOfNumber } from './zone.js'

/** `yesterday`, `tonight`, `last night`. */
export function namedDay(reader: Reader, at: number): Match | undefined {
  const offset = NAMED_DAYS.get(word(reader, at))
  if (offset !== undefined) {
    const range = time.dayRange(reader.today + offset)
    return match(word(reader, at) === 'tonight' ? time.hoursOf(range, 18, 30) : range, at + 1)
  }
  const behind = skip(reader, at, 'last', 'night')
  return behind < 0 ? undefined : match(time.hoursOf(time.dayRange(reader.today - 1), 18, 30), behind)
}

const NAMED_DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tonight', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
])

/** `last week`, `this month`, `next year`, `last Monday`, `last March`, `last summer`, `the past three weeks`. */
export function lastThisNext(reader: Reader, start: number): Match | undefined {
  let at = skipThe(reader, start)
  let direction = DIRECTIONS.get(word(reader, at))
  if (direction === undefined) return undefined
  const isPast = word(reader, at) === 'past' || word(reader, at) === 'last'
  if (direction === 0 && DIRECTIONS.get(word(reader, at + 1)) === -1) {
    direction = -1 // this past weekend
    at++
  }
  const counted = countAt(reader, at + 1)
  if (counted !== undefined && isPast) {
    const unit = unitOf(word(reader, counted.next))
    if (unit === undefined || unit === 'weekend') return undefined
    const [count, base] = unit === 'quarter' ? [3 * counted.count, 'month'] : [counted.count, unit]
    return match(time.lastUnits(reader.nowWall, count, base), counted.next + 1)
  }
  const name = word(reader, at + 1)
  const unit = unitOf(name)
  if (unit !== undefined && !name.endsWith('s')) {
    if (unit === 'day') return undefined
    const rolls =
      word(reader, at) === 'past' && at === skipThe(reader, start) && unit !== 'weekend' && unit !== 'quarter'
    return match(
      rolls ? time.lastUnits(reader.nowWall, 1, unit) : shifted(reader.today, unit, direction),
      at + 2,
    )
  }
  return lastThisNextName(reader, at + 1, direction)
}

function lastThisNextName(reader: Reader, at: number, direction: -1 | 0 | 1): Match | undefined {
  const name = word(reader, at)
  const side = direction === 0 ? 'week' : direction < 0 ? 'before' : 'after'
  const weekdayNumber = weekdayNamed(name)
  if (weekdayNumber !== undefined) {
    return match(
      time.dayRange(time.weekdayNear(reader.today, weekdayNumber, side), { weekday: weekdayNumber }),
      at + 1,
    )
  }
  const month = monthNamed(name)
  if (month !== undefined) {
    const now = dayOfNumber(reader.today)
    const isLater = month > now.month
    const years = direction === 0 ? 0 : direction < 0 ? (month < now.month ? 0 : -1) : isLater ? 0 : 1
    return match(time.monthRange(now.year + years, month, { month }), at + 1)
  }
  const firstMonth = seasonAt(name)
  if (firstMonth !== undefined) {
    const latest = time.recentSeason(reader.today, firstMonth, 0)
    const isRunning = latest.to > reader.today * DAY_MS
    const years = direction > 0 ? 1 : direction < 0 && isRunning ? -1 : 0
    return match(time.recentSeason(reader.today, firstMonth, years), at + 1)
  }
  const hours = direction === 0 ? PARTS_OF_DAY.get(name) : undefined
  return hours === undefined
    ? undefined
    : match(time.hoursOf(time.dayRange(reader.today), hours[0], hours[1]), at + 1)
}

const DIRECTIONS: ReadonlyMap<string, -1 | 0 | 1> = new Map([
  ['last', -1],
  ['previous', -1],
  ['past', -1],
  ['this', 0],
  ['current', 0],
  ['next', 1],
  ['coming', 1],
  ['upcoming', 1],
])

/** `three days ago`, `a couple of weeks ago`, `two days from now`, `an hour ago`. */
export function ago(reader: Reader, at: number): Match | undefined {
  const counted = countAt(reader, at)
  if (counted === undefined) return undefined
  const name = word(reader, counted.next)
  const behindAgo = skip(reader, counted.next + 1, 'ago')
  if (/^(hour|hr|minute|min)s?$/.test(name)) {
    if (behindAgo < 0) return undefined
    const unitMs = name.startsWith('h') ? 3_600_000 : 60_000
    const middle = reader.nowWall - counted.count * unitMs
    return match({ from: middle - 3_600_000, to: middle + 3_600_000, kind: 'span', named: [] }, behindAgo)
  }
  const unit = unitOf(name)
  if (unit === undefined || unit === 'quarter') return undefined
  if (behindAgo > 0) {
    if (unit === 'weekend') return match(time.weekendRange(reader.today, -counted.count), behindAgo)
    return match(time.unitsAgo(reader.today, counted.count, unit), behindAgo)
  }
  const behindLater = skip(reader, counted.next + 1, 'from', 'now')
  if (behindLater < 0 || unit === 'weekend') return undefined
  return match(time.unitsAgo(reader.today, -counted.count, unit), behindLater)
}

/** The calendar unit `offset` units from that of the day. */
export function shifted(day: number, unit: string, offset: number): WallRange {
  const { year, month } = dayOfNumber(day)
  switch (unit) {
    case 'week':
      return time.weekRange(day, offset)
    case 'weekend':
      return time.weekendRange(day, offset)
    case 'month':
      return time.monthRange(year, month + offset)
    case 'quarter':
      return time.quarterRange(day, offset)
    case 'year':
      return time.yearRange(year + offset)
    default:
      return time.dayRange(day + offset)
  }
}

/** `the weekend`, `recently`, `lately`, `the other day`. */
export function weekendOrRecent(reader: Reader, start: number): Match | undefined {
  const at = skipThe(reader, start)
  if (at > start && word(reader, at) === 'weekend') return match(time.recentWeekend(reader.today), at + 1)
  const other = skip(reader, start, 'the', 'other', 'day')
  const isRecent = /^(recently|lately)$/.test(word(reader, start))
  if (!isRecent && other < 0) return undefined
  return match({ ...time.lastUnits(reader.nowWall, 14, 'day'), kind: 'recent' }, isRecent ? start + 1 : other)
}

const PARTS_OF_DAY: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['morning', [4, 12]],
  ['afternoon', [12, 18]],
  ['evening', [17, 24]],
  ['night', [18, 30]],
])

/** `yesterday morning`: narrows a whole day to the part named behind it. */
export function withPartOfDay(reader: Reader, found: Match): Match {
  if (found.range.kind !== 'day' || found.range.to - found.range.from !== DAY_MS) return found
  const hours = PARTS_OF_DAY.get(word(reader, found.next))
  if (hours === undefined) return found
  return { range: time.hoursOf(found.range, hours[0], hours[1]), next: found.next + 1 }
}

/** First month of a season's English name. */
export function seasonAt(name: string): number | undefined {
  return SEASONS.get(name)
}

// Northern and meteorological: spring is March to May, winter goes on from December.
const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 3],
  ['summer', 6],
  ['autumn', 9],
  ['fall', 9],
  ['winter', 12],
])
