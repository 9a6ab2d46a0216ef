import { language } from './language.js'

const DAY_MS = 86_400_000

/** A day as people say it: "today", "yesterday", "last Tuesday", "3 May", "3 May 2019". */
export function sayDay(at: string, now = Date.now()): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const days = daysBetween(date, new Date(now))
  const isEnglish = language.value === 'en'
  if (days === 0) return isEnglish ? 'today' : '今天'
  if (days === 1) return isEnglish ? 'yesterday' : '昨天'
  if (days === -1) return isEnglish ? 'tomorrow' : '明天'
  if (days > 1 && days < 7) {
    if (isEnglish) return `last ${format({ weekday: 'long' }, date)}`
    const sinceMonday = (new Date(now).getDay() + 6) % 7
    return `${days <= sinceMonday ? '本' : '上'}${format({ weekday: 'short' }, date)}`
  }
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return format(
    {
      day: 'numeric',
      month: isEnglish && !isThisYear ? 'short' : 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
    },
    date,
  )
}

/** The day with the time of day; today the time alone. */
export function sayMoment(at: string, now = Date.now()): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, date)
  if (daysBetween(date, new Date(now)) === 0) return time
  return language.value === 'en' ? `${sayDay(at, now)}, ${time}` : `${sayDay(at, now)} ${time}`
}

/** Everything there is to say: date, time to the second, and the zone. */
export function sayExactly(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return format(
    {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    },
    date,
  )
}

/** From when to when: "3 May – 8 June", "since 3 May". */
export function saySpan(from: string, until: string | null): string {
  if (until !== null) return `${sayDay(from)} – ${sayDay(until)}`
  return language.value === 'en' ? `since ${sayDay(from)}` : `${sayDay(from)}起`
}

/** How long something takes or took: "12 s", "3 min", "1 h 20 min". */
export function sayDuration(ms: number): string {
  const isEnglish = language.value === 'en'
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return isEnglish ? `${seconds} s` : `${seconds} 秒`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return isEnglish ? `${minutes} min` : `${minutes} 分钟`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest === 0) return isEnglish ? `${hours} h` : `${hours} 小时`
  return isEnglish ? `${hours} h ${rest} min` : `${hours} 小时 ${rest} 分`
}

/** A mark of a time axis: the year, the month with its year where one begins, or the day. */
export function sayTick(at: number, unit: 'year' | 'month' | 'day'): string {
  const date = new Date(at)
  if (unit === 'year' || (unit === 'month' && date.getMonth() === 0)) return format({ year: 'numeric' }, date)
  return format(unit === 'month' ? { month: 'short' } : { day: 'numeric', month: 'short' }, date)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions, date: Date): string {
  const key = language.value + JSON.stringify(options)
  let made = formats.get(key)
  if (made === undefined) {
    made = new Intl.DateTimeFormat(language.value === 'en' ? 'en-GB' : 'zh-CN', options)
    formats.set(key, made)
  }
  return made.format(date)
}

/** Midnights between the two, in this browser's zone; negative where the first is later. */
function daysBetween(from: Date, to: Date): number {
  return Math.round((midnight(to) - midnight(from)) / DAY_MS)
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
