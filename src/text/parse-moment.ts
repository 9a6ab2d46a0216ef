import { chineseNumber, monthNamed, weekdayNamed } from './calendar-names.js'
import { fold } from './fold.js'
import { DAY_MS, dayNumber, dayOfNumber, instantOf, MINUTE_MS } from './zone.js'

export interface MomentOptions {
  /** Zone of a text that names none: IANA name, `UTC` or an offset. */
  readonly zone: string
  /** Reads 8/5/2023 as 8 May. Default: month first, unless that is impossible. */
  readonly dayFirst?: boolean
}

/**
 * The instant (ms UTC) a timestamp names, or undefined when it names none: nothing is guessed from prose.
 * Reads ISO 8601, RFC 2822, epoch seconds and milliseconds, and dates as people and chat exports write them:
 * `1:56 pm on 8 May, 2023`, `March-15-2024`, `2022/03/02 (Wed) 04:59`, `5/8/2023, 1:56:00 PM`, `2023年5月8日 下午1:56`.
 * A date without a time is its midnight; a month or year alone is its first day.
 */
export function parseMoment(text: string, options: MomentOptions): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_LENGTH) return undefined
  return (
    parseEpoch(trimmed) ??
    parseIso(trimmed, options) ??
    parseCompact(trimmed, options) ??
    parseWritten(trimmed, options)
  )
}

const MAX_LENGTH = 100

function parseEpoch(text: string): number | undefined {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1000)
  return /^\d{12,13}$/.test(text) ? Number(text) : undefined
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:(?:T|\s)\s*(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

function parseIso(text: string, options: MomentOptions): number | undefined {
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000)
  return momentOf(
    { year: Number(year), month: Number(month), day: Number(day) },
    { hour: Number(hour), minute: Number(minute), second: Number(second), milliseconds },
    zoneNamed(zone) ?? options.zone,
  )
}

const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?(Z|[+-]\d{2}:?\d{2})?$/i

function parseCompact(text: string, options: MomentOptions): number | undefined {
  const match = COMPACT.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = match
  return momentOf(
    { year: Number(year), month: Number(month), day: Number(day) },
    { hour: Number(hour), minute: Number(minute), second: Number(second), milliseconds: 0 },
    zoneNamed(zone) ?? options.zone,
  )
}

interface DateFields {
  readonly year: number
  readonly month: number
  readonly day: number
}

interface TimeFields {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly milliseconds: number
}

const MIDNIGHT: TimeFields = { hour: 0, minute: 0, second: 0, milliseconds: 0 }

function momentOf(date: DateFields, time: TimeFields, zone: string): number | undefined {
  const { year, month, day } = date
  if (month < 1 || month > 12 || day < 1) return undefined
  const number = dayNumber(year, month, day)
  if (dayOfNumber(number).day !== day) return undefined // 30 February
  const { hour, minute, second, milliseconds } = time
  const isEndOfDay = hour === 24 && minute === 0 && second === 0
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 60) return undefined // 60 is a leap second
  const wall = number * DAY_MS + (hour * 60 + minute) * MINUTE_MS + second * 1000 + milliseconds
  return instantOf(wall, zone)
}

function zoneNamed(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  if (/^(?:z|utc|gmt)$/i.test(name)) return 'UTC'
  const match = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name)
  return match === null
    ? undefined
    : `${match[1]}${(match[2] as string).padStart(2, '0')}:${match[3] ?? '00'}`
}

// A written timestamp is taken apart by removing what is understood; it is one only if nothing is left over.
function parseWritten(text: string, options: MomentOptions): number | undefined {
  const remaining = remainingOf(fold(text))
  remaining.take(/\([a-z ]{1,40} time\)\s*$/) // what JavaScript's Date adds behind the offset
  const time = takeTime(remaining)
  if (time === undefined) return undefined
  const zone = remaining.take(
    /(?:^|[\s)])((?:utc|gmt)?[+-]\d{1,2}:?\d{2}|(?:utc|gmt)(?:[+-]\d{1,2})?|z)(?=\s|$|\()/,
  )?.[1]
  const date = takeDate(remaining, options.dayFirst ?? false)
  if (date === undefined || !remaining.isFiller()) return undefined
  return momentOf(date, time, zoneNamed(zone) ?? options.zone)
}

interface Remaining {
  /** Removes the first match and returns it. */
  take(pattern: RegExp): RegExpExecArray | undefined
  /** True when only connecting words, a weekday and punctuation are left. */
  isFiller(): boolean
}

function remainingOf(text: string): Remaining {
  let rest = text
  return {
    take(pattern) {
      const match = pattern.exec(rest)
      if (match === null) return undefined
      rest = `${rest.substring(0, match.index)} ${rest.substring(match.index + match[0].length)}`
      return match
    },
    isFiller() {
      const words = rest.split(/[\s,.;()[\]|·-]+/).filter((word) => word !== '')
      return words.every(
        (word) => FILLER.has(word) || weekdayNamed(word) !== undefined || HAN_WEEKDAY.test(word),
      )
    },
  }
}

const FILLER: ReadonlySet<string> = new Set(['on', 'at', 'of', 'the', 'in', 't'])
const HAN_WEEKDAY = /^(?:周|週|星期|礼拜)[一二三四五六日天]$/

/** The time of day taken out of the text: midnight where there is none, undefined where it is nonsense. */
function takeTime(remaining: Remaining): TimeFields | undefined {
  const clock =
    remaining.take(
      /(上午|下午|晚上|早上|中午|凌晨)?(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\b\.?)?(?![\d:])/,
    ) ??
    remaining.take(
      /(上午|下午|晚上|早上|中午|凌晨)?(?<!\d)(\d{1,2})[时点](?:(\d{1,2})分?)?(?:(\d{1,2})秒)?()()/,
    )
  const match = clock ?? remaining.take(/()(?<![\d:.])(\d{1,2})()()()\s*([ap]\.?m\b\.?)/)
  if (match === undefined) return MIDNIGHT
  const [, han = '', hourText, minuteText, secondText, fraction = '', half = ''] = match
  const hour = hourOf(Number(hourText), half.startsWith('p') || /下午|晚上|中午/.test(han), half !== '')
  if (hour === undefined) return undefined
  const milliseconds = Math.floor(Number(`0.${fraction === '' ? '0' : fraction}`) * 1000)
  return { hour, minute: Number(minuteText || 0), second: Number(secondText || 0), milliseconds }
}

function hourOf(hour: number, isAfternoon: boolean, isTwelveHour: boolean): number | undefined {
  if (isTwelveHour) {
    if (hour < 1 || hour > 12) return undefined
    return (hour % 12) + (isAfternoon ? 12 : 0)
  }
  return isAfternoon && hour > 0 && hour < 12 ? hour + 12 : hour
}

function takeDate(remaining: Remaining, dayFirst: boolean): DateFields | undefined {
  return (
    takeHanDate(remaining) ??
    takeNumericDate(remaining, dayFirst) ??
    takeNamedDate(remaining) ??
    takeYear(remaining)
  )
}

function takeHanDate(remaining: Remaining): DateFields | undefined {
  const match = remaining.take(
    /([\d〇零一二三四五六七八九]{4})年(?:([\d一二三四五六七八九十]{1,3})月(?:([\d一二三四五六七八九十]{1,3})[日号])?)?/,
  )
  if (match === undefined) return undefined
  const [year, month, day] = [match[1], match[2] ?? '1', match[3] ?? '1'].map((part) =>
    chineseNumber(part as string),
  )
  if (year === undefined || month === undefined || day === undefined) return undefined
  return { year, month, day }
}

function takeNumericDate(remaining: Remaining, dayFirst: boolean): DateFields | undefined {
  const yearFirst = remaining.take(/(?<![\d./-])(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?![\d/])/)
  if (yearFirst !== undefined) {
    return { year: Number(yearFirst[1]), month: Number(yearFirst[3]), day: Number(yearFirst[4] ?? 1) }
  }
  const yearLast = remaining.take(/(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/)
  if (yearLast === undefined) return undefined
  const [first, second] = [Number(yearLast[1]), Number(yearLast[3])]
  // 8.5.2023 is written where the day comes first.
  const isDayFirst = second <= 12 && (dayFirst || yearLast[2] === '.' || first > 12)
  const [day, month] = isDayFirst ? [first, second] : [second, first]
  return { year: fullYear(yearLast[4] as string), month, day }
}

/** `8 May 2023`, `May 8th, 2023`, `March-15-2024`, `Mon May 08 13:56:00 2023`, `May 2023`. */
function takeNamedDate(remaining: Remaining): DateFields | undefined {
  const name = remaining.take(
    /(?<![a-z])(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?/,
  )
  const month = monthNamed(name?.[1] ?? '')
  if (month === undefined) return undefined
  const year = remaining.take(/(?<!\d)(\d{4})(?!\d)/)?.[1]
  if (year === undefined) return undefined
  const day = remaining.take(/(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?![a-z\d])/)?.[1] ?? '1'
  return { year: Number(year), month, day: Number(day) }
}

function takeYear(remaining: Remaining): DateFields | undefined {
  const year = remaining.take(/^\s*((?:19|20)\d{2})\s*$/)?.[1]
  return year === undefined ? undefined : { year: Number(year), month: 1, day: 1 }
}

/** 70–99 is the last century, 00–69 this one, as in POSIX. */
function fullYear(text: string): number {
  const number = Number(text)
  if (text.length > 2) return number
  return number + (number < 70 ? 2000 : 1900)
}
