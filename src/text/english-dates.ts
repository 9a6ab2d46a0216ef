import { isAmbiguousMonth, monthNamed, weekdayNamed } from './calendar-names.js'
import {
  digits,
  isYear,
  type Match,
  match,
  type Reader,
  skipThe,
  type Token,
  touches,
  touchesSign,
  word,
} from './english-reader.js'
import { lastThisNext } from './english-relative.js'
import type { NamedDate, WallRange } from './time-expression.js'
import * as time from './time-expression.js'
import { DAY_MS, dayNumber } from './zone.js'

/** `May 8`, `8 May 2023`, `May 8th, 2023`, `May 8-10`, `March 2023`, `March-15-2024`, `in March`. */
export function monthDate(reader: Reader, start: number, introduced: boolean): Match | undefined {
  const at = skipThe(reader, start)
  const isIntroduced = introduced && word(reader, start - 1) !== 'of' // 3 of 5 may fail
  const dayFirst = monthDayAt(reader, at)
  if (dayFirst !== undefined) {
    const monthAt = word(reader, dayFirst.next) === 'of' ? dayFirst.next + 1 : dayFirst.next
    const month = monthNamed(word(reader, monthAt))
    if (month === undefined) return undefined
    return dateOf(reader, month, dayFirst, monthAt, monthAt + 1, isIntroduced)
  }
  const month = at === start ? monthNamed(word(reader, at)) : undefined // `the march` is a walk
  if (month === undefined) return undefined
  const dayAt = word(reader, at + 1) === '-' && touches(reader, at, at + 2) ? at + 2 : at + 1
  const day = monthDayAt(reader, dayAt)
  if (day !== undefined) return dateOf(reader, month, day, at, day.next, isIntroduced)
  const named = yearBehind(reader, at + 1)
  if (named !== undefined)
    return match(time.monthRange(named.year, month, { year: named.year, month }), named.next)
  if (!introduced && isAmbiguousMonth(word(reader, at))) return undefined
  return match(time.recentMonth(reader.today, month, { month }), at + 1)
}

interface MonthDays {
  readonly first: number
  readonly last: number
  readonly next: number
}

/** `8`, `8th`, `8-10`. */
function monthDayAt(reader: Reader, at: number): MonthDays | undefined {
  const first = monthDay(word(reader, at))
  if (first === undefined || touchesDigits(reader, at)) return undefined
  const last = /^[-–]$/.test(word(reader, at + 1)) ? monthDay(word(reader, at + 2)) : undefined
  if (last !== undefined && last > first) return { first, last, next: at + 3 }
  return { first, last: first, next: at + 1 }
}

function monthDay(name: string): number | undefined {
  const digit = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(name)?.[1]
  return digit !== undefined && Number(digit) >= 1 && Number(digit) <= 31 ? Number(digit) : undefined
}

/** True inside a longer number or version: 3.10, 1,000, 10:30, $5, 5%. */
function touchesDigits(reader: Reader, at: number): boolean {
  if (at > 0 && touches(reader, at - 1, at) && /^[.,:$#€£/]$/.test(word(reader, at - 1))) return true
  return (
    (touches(reader, at, at + 1) && /^[:%/]$/.test(word(reader, at + 1))) ||
    (touches(reader, at, at + 2) &&
      /^[.,]$/.test(word(reader, at + 1)) &&
      digits(reader, at + 2) !== undefined)
  )
}

function dateOf(
  reader: Reader,
  month: number,
  { first, last }: MonthDays,
  monthAt: number,
  behind: number,
  introduced: boolean,
): Match | undefined {
  const named = yearBehind(reader, behind)
  if (named === undefined && !introduced && !isNameCertain(reader, monthAt)) return undefined
  const dates = named === undefined ? { month } : { year: named.year, month }
  const start = monthDateRange(reader.today, { ...dates, day: first })
  const end = first === last ? start : monthDateRange(reader.today, { ...dates, day: last })
  if (start === undefined || end === undefined || end.to <= start.from) return undefined
  return match(first === last ? start : time.spanOf(start, end), named?.next ?? behind)
}

/** `may` and `march` in small letters are verbs until something says otherwise: `5 may fail`. */
function isNameCertain(reader: Reader, at: number): boolean {
  const token = reader.tokens[at] as Token
  return token.isCapital || (token.word !== 'may' && token.word !== 'march')
}

function monthDateRange(
  today: number,
  named: { year?: number; month: number; day: number },
): WallRange | undefined {
  if (named.year === undefined) return time.recentDate(today, named.month, named.day, named)
  const day = time.dateIn(named.year, named.month, named.day)
  return day === undefined ? undefined : time.dayRange(day, named)
}

/** `2023-05-08`, `2023/05/08`, `2023-05`, `2022-2024`; `5/8/2023` month first, unless that cannot be. */
export function numericDate(reader: Reader, at: number): Match | undefined {
  const sign = word(reader, at + 1)
  if ((sign !== '-' && sign !== '/') || !touches(reader, at, at + 2) || touchesSign(reader, at))
    return undefined
  const first = digits(reader, at)
  const second = digits(reader, at + 2)
  if (first === undefined || second === undefined) return undefined
  const hasThird = word(reader, at + 3) === sign && touches(reader, at + 2, at + 4)
  const third = hasThird ? digits(reader, at + 4) : undefined
  if (isYear(first)) {
    if (third !== undefined) return fullDate(first, second, third, at + 5)
    if (isYear(second)) {
      return match(
        time.spanOf(time.yearRange(first, { year: first }), time.yearRange(second, { year: second })),
        at + 3,
      )
    }
    if (second < 1 || second > 12 || word(reader, at + 2).length !== 2) return undefined
    return match(time.monthRange(first, second, { year: first, month: second }), at + 3)
  }
  if (third === undefined || !isYear(third)) return undefined
  return first > 12 ? fullDate(third, second, first, at + 5) : fullDate(third, first, second, at + 5)
}

function fullDate(year: number, month: number, day: number, next: number): Match | undefined {
  const found = time.dateIn(year, month, day)
  return found === undefined ? undefined : match(time.dayRange(found, { year, month, day }), next)
}

/** `2023`, `in 2023`, `the 1990s`; not `port 2024`, `2000 users`, `v2023.1`. */
export function year(reader: Reader, start: number, introduced: boolean): Match | undefined {
  const at = skipThe(reader, start)
  const name = word(reader, at)
  const decade = /^((?:19|20)\d0)s$/.exec(name)?.[1]
  if (decade !== undefined) {
    const first = Number(decade)
    return match(time.days(dayNumber(first, 1, 1), dayNumber(first + 10, 1, 1), 'span'), at + 1)
  }
  const number = digits(reader, at)
  if (number === undefined || !isYear(number) || at !== start) return undefined
  if (touchesSign(reader, at) || touchesNumber(reader, at)) return undefined
  const next = word(reader, at + 1)
  if (COUNTED.test(next)) return undefined
  const previous = word(reader, at - 1)
  const isCertain = introduced || OWNERS.has(previous) || !/^[a-z0-9]/.test(next)
  if (!isCertain || NUMBERED.has(previous)) return undefined
  return match(time.yearRange(number, { year: number }), at + 1)
}

function touchesNumber(reader: Reader, at: number): boolean {
  if (!touches(reader, at, at + 1)) return false
  const sign = word(reader, at + 1)
  return (
    /^[$%#:/_@\u4e00-\u9fff]$/.test(sign) ||
    (/^[-.,]$/.test(sign) && touches(reader, at, at + 2) && /^[a-z0-9]/.test(word(reader, at + 2)))
  )
}

const OWNERS: ReadonlySet<string> = new Set([
  'my',
  'our',
  'the',
  'your',
  'his',
  'her',
  'their',
  'year',
  'early',
  'late',
  'mid',
])
const NUMBERED: ReadonlySet<string> = new Set(
  'port version error code issue pr ticket room number no bug line page id build release route highway'.split(
    ' ',
  ),
)
const COUNTED =
  /^(users|people|words|dollars|usd|euros|items|rows|tokens|lines|steps|meters|metres|miles|km|calories|kcal|pieces|pages|hours|minutes|records|messages|files|times|requests|points|bytes|mb|gb|ms|followers|times|square|sq|rpm|watts|mah|px|cc)$/

/** The year a period is named with: `2024`, `, 2024`, `of 2024`. */
export function yearBehind(reader: Reader, at: number): { year: number; next: number } | undefined {
  const yearAt = /^(of|,|in|-|')$/.test(word(reader, at)) ? at + 1 : at
  const number = digits(reader, yearAt)
  if (number === undefined || !isYear(number)) return undefined
  return { year: number, next: yearAt + 1 }
}

/** `on Monday`: the latest, today included. Short forms only after a preposition (the sun, he sat). */
export function weekday(reader: Reader, at: number, introduced: boolean): Match | undefined {
  const name = word(reader, at)
  const number = weekdayNamed(name)
  if (number === undefined || (!introduced && !name.endsWith('day'))) return undefined
  const behind = word(reader, at + 1) === ',' ? at + 2 : at + 1
  const date = monthDate(reader, behind, true) // Monday, 8 May 2023
  if (date !== undefined && date.range.kind === 'day') {
    const named: readonly NamedDate[] = date.range.named.map((one) => ({ ...one, weekday: number }))
    return match({ ...date.range, named }, date.next)
  }
  const weekAt = word(reader, at + 1) === 'of' ? at + 2 : at + 1
  const week = lastThisNext(reader, weekAt) // Monday last week
  if (week !== undefined && week.range.kind === 'week') {
    return match(time.dayRange(week.range.from / DAY_MS + number - 1, { weekday: number }), week.next)
  }
  return match(time.dayRange(time.weekdayNear(reader.today, number, 'past'), { weekday: number }), at + 1)
}
