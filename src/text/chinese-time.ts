import { chineseNumber } from './calendar-names.js'
import type { NamedDate, TimeExpression, WallRange } from './time-expression.js'
import * as time from './time-expression.js'
import { DAY_MS, dayOfNumber } from './zone.js'

/**
 * Time expressions of a Chinese question, simplified or traditional, left to right, none overlapping.
 * `nowWall` is the asker's wall clock.
 */
export function chineseTimes(text: string, nowWall: number): readonly TimeExpression[] {
  if (!HAN.test(text)) return []
  const simplified = text.replace(TRADITIONAL, (char) => SIMPLIFIED.get(char) ?? char)
  const points = pointsOf(simplified, nowWall)
  const found: TimeExpression[] = []
  for (let index = 0; index < points.length; index++) {
    const point = points[index] as TimeExpression
    const next = points[index + 1]
    if (
      next !== undefined &&
      JOINING.test(simplified.substring(point.end, next.start)) &&
      point.from < next.to
    ) {
      found.push({ ...time.spanOf(point, next), start: point.start, end: next.end })
      index++
    } else found.push(opened(simplified, point))
  }
  return found
}

const HAN = /[\u4e00-\u9fff]/
const TRADITIONAL = /[週號後這個兩禮來過從間時點]/g
const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  [...'週周號号後后這这個个兩两禮礼來来過过從从間间時时點点'.matchAll(/(.)(.)/gu)].map((pair) => [
    pair[1] as string,
    pair[2] as string,
  ]),
)

const JOINING = /^\s*(?:到|至|~|-|—|–|和|与)\s*$/
const OPENERS: readonly (readonly [RegExp, (range: WallRange) => WallRange])[] = [
  [/^(?:以来|起|开始)/, time.sinceStart],
  [/^(?:以后|之后)/, time.afterEnd],
  [/^(?:以前|之前)/, time.beforeStart],
]

function opened(text: string, point: TimeExpression): TimeExpression {
  for (const [pattern, open] of OPENERS) {
    const behind = pattern.exec(text.substring(point.end, point.end + 2))
    if (behind !== null) return { ...open(point), start: point.start, end: point.end + behind[0].length }
  }
  const isSince = /自从?$/.test(text.substring(Math.max(0, point.start - 2), point.start))
  return isSince ? { ...time.sinceStart(point), start: point.start, end: point.end } : point
}

interface Moment {
  readonly nowWall: number
  readonly today: number
}

interface Rule {
  readonly pattern: RegExp
  readonly range: (match: RegExpExecArray, moment: Moment) => WallRange | undefined
}

function pointsOf(text: string, nowWall: number): readonly TimeExpression[] {
  const moment = { nowWall, today: Math.floor(nowWall / DAY_MS) }
  const points: TimeExpression[] = []
  for (let at = 0; at < text.length; ) {
    const point = STARTS.test(text[at] as string) ? pointAt(text, at, moment) : undefined
    if (point === undefined) at++
    else {
      points.push(point)
      at = point.end
    }
  }
  return points
}

// What a rule may begin with: most characters are passed over without trying any.
const STARTS = /[\d〇零一二三四五六七八九十两几半去今前明后昨大上这本下周星礼第春夏秋冬最近过]/

function pointAt(text: string, at: number, moment: Moment): TimeExpression | undefined {
  for (const { pattern, range } of RULES) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const found = range(match, moment)
    if (found !== undefined) return { ...found, start: at, end: at + match[0].length }
  }
  return undefined
}

const NUMBER = '(\\d{1,3}|[一二三四五六七八九十两几]{1,3})'
const YEAR = '(?:(\\d{4}|[〇零一二三四五六七八九]{4})年|(大前年|去年|前年|今年|明年|后年)的?)'
const PART_OF_DAY = '(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里)?'

// First match wins, so the longer wordings stand first. Sticky: each is tried at one place only.
const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`${YEAR}?${NUMBER}月${NUMBER}[日号]${PART_OF_DAY}`, 'y'),
    range: ([, digits, relative, month, day, part], { today }) =>
      hours(dateRange(today, digits, relative, number(month), number(day)), part),
  },
  {
    pattern: new RegExp(`${YEAR}?${NUMBER}月(?!前|后|以)(?:份)?(初|中旬|上旬|下旬|底|末)?`, 'y'),
    range: ([, digits, relative, month, third], { today }) =>
      thirdOf(monthRange(today, digits, relative, number(month)), third),
  },
  {
    pattern: new RegExp(`${YEAR}?(?:第?([一二三四1-4])季度|(上|下)半年|(春|夏|秋|冬)[天季])`, 'y'),
    range: ([, digits, relative, quarter, half, season], { today }) =>
      partOfYear(today, digits, relative, number(quarter), half, season),
  },
  {
    pattern: new RegExp(`${YEAR}(初|年初|中|年中|底|年底|末)?`, 'y'),
    range: ([, digits, relative, third], { today }) => {
      const year = yearOf(today, digits, relative)
      if (year === undefined) return undefined
      return thirdOf(
        time.yearRange(year, digits === undefined ? undefined : { year }),
        third?.replace('年', ''),
      )
    },
  },
  {
    pattern: new RegExp(`${NUMBER}(天|日|周|个?星期|个?礼拜|个?月|年)(?:多)?(?:以前|之前|前)`, 'y'),
    range: ([, count, unit], { today }) => withNumber(count, (n) => time.unitsAgo(today, n, unitOf(unit))),
  },
  {
    pattern: new RegExp(`${NUMBER}(天|日|周|个?星期|个?礼拜|个?月|年)(?:以后|之后|后)`, 'y'),
    range: ([, count, unit], { today }) => withNumber(count, (n) => time.unitsAgo(today, -n, unitOf(unit))),
  },
  {
    pattern: new RegExp(`(?:最近|过去|近)的?这?${NUMBER}(天|日|周|个?星期|个?礼拜|个?月|年)`, 'y'),
    range: ([, count, unit], { nowWall }) =>
      withNumber(count, (n) => time.lastUnits(nowWall, n, unitOf(unit))),
  },
  {
    pattern:
      /(大前天|前天|昨[天日]|今[天日]|明[天日]|大后天|后天)的?(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里)?/y,
    range: ([, name, part], { today }) =>
      hours(time.dayRange(today + (NAMED_DAYS.get(name as string) ?? 0)), part),
  },
  {
    pattern: /(昨|今|明)(晚|早|夜)/y,
    range: ([, name, part], { today }) => {
      const offset = name === '昨' ? -1 : name === '今' ? 0 : 1
      return hours(time.dayRange(today + offset), part === '早' ? '早上' : '晚上')
    },
  },
  {
    pattern:
      /(上上|上|这|本|下下|下)个?(周末|(?:周|星期|礼拜)([一二三四五六日天])?|月(初|中旬|上旬|下旬|底|末)?|季度|(?<=[^个])年度?)/y,
    range: ([, direction, unit, weekday, third], { today }) =>
      relative(today, OFFSETS.get(direction as string) ?? 0, unit as string, weekday, third),
  },
  { pattern: /周末/y, range: (_match, { today }) => time.recentWeekend(today) },
  {
    pattern: /(?:周|星期|礼拜)([一二三四五六日天])/y,
    range: ([, name], { today }) => {
      const weekday = weekdayNumber(name)
      return time.dayRange(time.weekdayNear(today, weekday, 'past'), { weekday })
    },
  },
  {
    pattern: /最近|近来|近期|近日/y,
    range: (_match, { nowWall }) => ({ ...time.lastUnits(nowWall, 14, 'day'), kind: 'recent' }),
  },
]

const NAMED_DAYS: ReadonlyMap<string, number> = new Map([
  ['大前天', -3],
  ['前天', -2],
  ['昨天', -1],
  ['昨日', -1],
  ['明天', 1],
  ['明日', 1],
  ['后天', 2],
  ['大后天', 3],
])

const OFFSETS: ReadonlyMap<string, number> = new Map([
  ['上上', -2],
  ['上', -1],
  ['下', 1],
  ['下下', 2],
])

const NAMED_YEARS: ReadonlyMap<string, number> = new Map([
  ['大前年', -3],
  ['前年', -2],
  ['去年', -1],
  ['今年', 0],
  ['明年', 1],
  ['后年', 2],
])

const HOURS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['凌晨', [0, 6]],
  ['早上', [4, 12]],
  ['早晨', [4, 12]],
  ['上午', [4, 12]],
  ['中午', [11, 14]],
  ['下午', [12, 18]],
  ['傍晚', [16, 20]],
  ['晚上', [17, 30]],
  ['夜里', [18, 30]],
])

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : chineseNumber(text)
}

function withNumber(text: string | undefined, range: (count: number) => WallRange): WallRange | undefined {
  const count = number(text)
  return count === undefined ? undefined : range(count)
}

function unitOf(name: string | undefined): string {
  if (name === '天' || name === '日') return 'day'
  if (name === '年') return 'year'
  return name?.endsWith('月') ? 'month' : 'week'
}

function weekdayNumber(name: string | undefined): number {
  return name === '日' || name === '天' ? 7 : '一二三四五六'.indexOf(name ?? '一') + 1
}

function hours(range: WallRange | undefined, part: string | undefined): WallRange | undefined {
  const span = part === undefined ? undefined : HOURS.get(part)
  return range === undefined || span === undefined ? range : time.hoursOf(range, span[0], span[1])
}

/** The year written or meant by 去年 …; undefined where neither stands there. */
function yearOf(
  today: number,
  digits: string | undefined,
  relativeName: string | undefined,
): number | undefined {
  if (digits !== undefined) return number(digits)
  if (relativeName === undefined) return undefined
  return dayOfNumber(today).year + (NAMED_YEARS.get(relativeName) ?? 0)
}

function dateRange(
  today: number,
  digits: string | undefined,
  relativeName: string | undefined,
  month: number | undefined,
  day: number | undefined,
): WallRange | undefined {
  if (month === undefined || day === undefined) return undefined
  const year = yearOf(today, digits, relativeName)
  const named: NamedDate = { ...(digits !== undefined && year !== undefined ? { year } : {}), month, day }
  if (year === undefined) return time.recentDate(today, month, day, named)
  const found = time.dateIn(year, month, day)
  return found === undefined ? undefined : time.dayRange(found, named)
}

function monthRange(
  today: number,
  digits: string | undefined,
  relativeName: string | undefined,
  month: number | undefined,
): WallRange | undefined {
  if (month === undefined || month < 1 || month > 12) return undefined
  const year = yearOf(today, digits, relativeName)
  const named: NamedDate = { ...(digits !== undefined && year !== undefined ? { year } : {}), month }
  return year === undefined ? time.recentMonth(today, month, named) : time.monthRange(year, month, named)
}

function partOfYear(
  today: number,
  digits: string | undefined,
  relativeName: string | undefined,
  quarter: number | undefined,
  half: string | undefined,
  season: string | undefined,
): WallRange {
  const year = yearOf(today, digits, relativeName)
  const named = digits !== undefined && year !== undefined ? { year } : undefined
  const [first, count, kind] = yearPart(quarter, half, season)
  if (year !== undefined) return time.monthsRange(year, first, count, kind, named)
  if (count === 3) return { ...time.recentSeason(today, first, 0), kind }
  return time.monthsRange(dayOfNumber(today).year, first, count, kind)
}

function yearPart(
  quarter: number | undefined,
  half: string | undefined,
  season: string | undefined,
): readonly [firstMonth: number, months: number, kind: 'quarter' | 'span' | 'season'] {
  if (quarter !== undefined) return [quarter * 3 - 2, 3, 'quarter']
  if (half !== undefined) return [half === '上' ? 1 : 7, 6, 'span']
  return ['春夏秋冬'.indexOf(season ?? '春') * 3 + 3, 3, 'season']
}

/** 初, 中, 底: a third of a month or year. */
function thirdOf(range: WallRange | undefined, third: string | undefined): WallRange | undefined {
  if (range === undefined || third === undefined) return range
  const size = Math.floor((range.to - range.from) / DAY_MS / 3) * DAY_MS
  if (/^[初上]/.test(third)) return { ...range, to: range.from + size, kind: 'span' }
  if (third.startsWith('中'))
    return { ...range, from: range.from + size, to: range.from + 2 * size, kind: 'span' }
  return { ...range, from: range.from + 2 * size, kind: 'span' }
}

function relative(
  today: number,
  offset: number,
  unit: string,
  weekday: string | undefined,
  third: string | undefined,
): WallRange | undefined {
  const { year, month } = dayOfNumber(today)
  if (unit === '周末') return time.weekendRange(today, offset)
  if (unit.startsWith('月')) return thirdOf(time.monthRange(year, month + offset), third)
  if (unit === '季度') return time.quarterRange(today, offset)
  if (unit.startsWith('年')) return time.yearRange(year + offset)
  const week = time.weekRange(today, offset)
  if (weekday === undefined) return week
  const number = weekdayNumber(weekday)
  return time.dayRange(week.from / DAY_MS + number - 1, { weekday: number })
}
