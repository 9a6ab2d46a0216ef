/** A date as a calendar on the wall shows it. Months and weekdays from 1; weekday 1 is Monday. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
}

/** The calendar day an instant (ms UTC) falls on in a zone. */
export function calendarDay(ms: number, zone: string): CalendarDay {
  return dayOfNumber(Math.floor((ms + offsetAt(ms, zone)) / DAY_MS))
}

/**
 * ISO 8601 with the zone's offset at that instant, to the millisecond where there are any.
 *
 * @example formatMoment(0, 'Asia/Tokyo') // '1970-01-01T09:00:00+09:00'
 */
export function formatMoment(ms: number, zone: string): string {
  const offset = offsetAt(ms, zone)
  const local = new Date(ms + offset).toISOString()
  const withoutZone = local.endsWith('.000Z')
    ? local.substring(0, local.length - 5)
    : local.substring(0, local.length - 1)
  if (offset === 0) return `${withoutZone}Z`
  const minutes = Math.floor(Math.abs(offset) / MINUTE_MS)
  const sign = offset < 0 ? '-' : '+'
  return `${withoutZone}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * The instant (ms UTC) at which a zone's clocks show `wallMs`, milliseconds since 1970-01-01T00:00 on the wall.
 * A time that occurs twice is the first; one that clocks skip is as much later as the gap is long.
 */
export function instantOf(wallMs: number, zone: string): number {
  const before = offsetAt(wallMs - DAY_MS, zone)
  const after = offsetAt(Math.min(wallMs + DAY_MS, 8.64e15), zone)
  const first = wallMs - before
  if (before === after || offsetAt(first, zone) === before) return first
  const second = wallMs - after
  return offsetAt(second, zone) === after ? second : first
}

/** What a zone's clocks show at an instant, as milliseconds since 1970-01-01T00:00 on the wall. */
export function wallClock(ms: number, zone: string): number {
  return ms + offsetAt(ms, zone)
}

/**
 * The zone of this machine's clock, whatever its name: asking for that takes a short command twenty milliseconds. It is
 * UTC where none is set that is known: containers often have `TZ=`.
 */
export const LOCAL_ZONE = 'local'

/** True for an IANA name, `UTC`, `Z`, an offset such as `+09:00`, or {@link LOCAL_ZONE}. */
export function isZone(zone: string): boolean {
  try {
    offsetAt(0, zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Days since 1970-01-01 of a calendar date; month and day may run over (month 13 is next January). */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return Math.floor(date.getTime() / DAY_MS)
}

/** The calendar date of a day number. */
export function dayOfNumber(day: number): CalendarDay {
  const date = new Date(day * DAY_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOf(day),
  }
}

/** 1 (Monday) to 7 of a day number; day 0 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

const FIXED_OFFSET = /^([+-])(\d{2}):?(\d{2})$/

// Intl takes some 5 µs an instant, and a search asks for the day of every candidate: whole days are remembered.
interface ZoneRules {
  readonly format: Intl.DateTimeFormat
  /** Day number (UTC) to offset in ms, or {@link CHANGES}. */
  readonly offsets: Map<number, number>
}

const CHANGES = Number.POSITIVE_INFINITY
const ZONES_LIMIT = 64
const DAYS_LIMIT = 4_096
// Closer to the ends of Date a day has no whole before or after.
const SAFE_MS = 8.64e15 - 2 * DAY_MS
const zones = new Map<string, ZoneRules>()

/** What a zone adds to UTC at an instant, in ms. */
function offsetAt(ms: number, zone: string): number {
  if (zone === 'UTC' || zone === 'Z') return 0
  if (zone === LOCAL_ZONE) return localOffset(ms)
  const fixed = FIXED_OFFSET.exec(zone)
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3])
    return (fixed[1] === '-' ? -minutes : minutes) * MINUTE_MS
  }
  const rules = rulesOf(zone)
  if (Math.abs(ms) > SAFE_MS) return shownOffset(rules.format, ms)
  const day = Math.floor(ms / DAY_MS)
  let ofDay = rules.offsets.get(day)
  if (ofDay === undefined) {
    const atStart = shownOffset(rules.format, day * DAY_MS)
    // A day that ends as it began has no change in it; the others are asked anew each time.
    ofDay = shownOffset(rules.format, (day + 1) * DAY_MS - 1) === atStart ? atStart : CHANGES
    if (rules.offsets.size >= DAYS_LIMIT) rules.offsets.clear()
    rules.offsets.set(day, ofDay)
  }
  return ofDay === CHANGES ? shownOffset(rules.format, ms) : ofDay
}

/** By the fields, since `getTimezoneOffset` leaves out the seconds of old times. */
function localOffset(ms: number): number {
  const local = new Date(ms)
  const shown = new Date(0)
  shown.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate())
  shown.setUTCHours(local.getHours(), local.getMinutes(), local.getSeconds())
  return shown.getTime() - Math.floor(ms / 1000) * 1000
}

function shownOffset(format: Intl.DateTimeFormat, ms: number): number {
  const shown = { era: '', year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(ms)) {
    if (type === 'era') shown.era = value
    else if (type in shown) shown[type as 'year'] = Number(value)
  }
  const date = new Date(0)
  date.setUTCFullYear(shown.era.startsWith('B') ? 1 - shown.year : shown.year, shown.month - 1, shown.day)
  date.setUTCHours(shown.hour, shown.minute, shown.second)
  return date.getTime() - Math.floor(ms / 1000) * 1000
}

function rulesOf(zone: string): ZoneRules {
  const known = zones.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (zones.size >= ZONES_LIMIT) zones.clear()
  const rules = { format, offsets: new Map<number, number>() }
  zones.set(zone, rules)
  return rules
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
