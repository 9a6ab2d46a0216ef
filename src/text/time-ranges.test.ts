import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateParts, EARLIEST_MS, LATEST_MS, timeRanges } from './time-ranges.js'

/** Wednesday, 17 January 2024, 10:00 UTC. */
const NOW = Date.UTC(2024, 0, 17, 10)

function shown(ms: number): string {
  if (ms === EARLIEST_MS) return '-'
  return ms === LATEST_MS ? '+' : new Date(ms).toISOString().substring(0, 16).replace('T00:00', '')
}

/** `from..to` of each range, to exclusive. */
function read(question: string, now = NOW, zone = 'UTC'): readonly string[] {
  return timeRanges(question, { now, zone }).map(({ from, to }) => `${shown(from)}..${shown(to)}`)
}

describe('timeRanges: English', () => {
  it.each([
    ['what did I do yesterday?', '2024-01-16..2024-01-17'],
    ['Today', '2024-01-17..2024-01-18'],
    ['the day before yesterday', '2024-01-15..2024-01-16'],
    ['last night', '2024-01-16T18:00..2024-01-17T06:00'],
    ['yesterday evening', '2024-01-16T17:00..2024-01-17'],
    ['this morning', '2024-01-17T04:00..2024-01-17T12:00'],
    ['this week', '2024-01-15..2024-01-22'],
    ['last week', '2024-01-08..2024-01-15'],
    ['next week', '2024-01-22..2024-01-29'],
    ['the week before last', '2024-01-01..2024-01-08'],
    ['last month', '2023-12-01..2024-01-01'],
    ['this month', '2024-01-01..2024-02-01'],
    ['next year', '2025-01-01..2026-01-01'],
    ['last year', '2023-01-01..2024-01-01'],
    ['last quarter', '2023-10-01..2024-01-01'],
    ['three days ago', '2024-01-14..2024-01-15'],
    ['a couple of weeks ago', '2023-12-31..2024-01-07'],
    ['about 2 months ago', '2023-11-01..2023-12-01'],
    ['a year ago', '2023-01-01..2024-01-01'],
    ['two hours ago', '2024-01-17T07:00..2024-01-17T09:00'],
    ['in the past three weeks', '2023-12-27..2024-01-18'],
    ['over the last 10 days', '2024-01-07..2024-01-18'],
    ['on Monday', '2024-01-15..2024-01-16'],
    ['on Wednesday', '2024-01-17..2024-01-18'],
    ['last Wednesday', '2024-01-10..2024-01-11'],
    ['this Friday', '2024-01-19..2024-01-20'],
    ['next Friday', '2024-01-19..2024-01-20'],
    ['Monday last week', '2024-01-08..2024-01-09'],
    ['over the weekend', '2024-01-13..2024-01-15'],
    ['last weekend', '2024-01-13..2024-01-15'],
    ['in March', '2023-03-01..2023-04-01'],
    ['in January', '2024-01-01..2024-02-01'],
    ['last March', '2023-03-01..2023-04-01'],
    ['in March 2023', '2023-03-01..2023-04-01'],
    ['May 2022', '2022-05-01..2022-06-01'],
    ['on 8 May', '2023-05-08..2023-05-09'],
    ['on May 8th, 2023', '2023-05-08..2023-05-09'],
    ['the 8th of May 2023', '2023-05-08..2023-05-09'],
    ['Monday, 8 May 2023', '2023-05-08..2023-05-09'],
    ['May 8-10', '2023-05-08..2023-05-11'],
    ['March-15-2024', '2024-03-15..2024-03-16'],
    ['2023-05-08', '2023-05-08..2023-05-09'],
    ['in 2023', '2023-01-01..2024-01-01'],
    ['What was my 2023 budget', '2023-01-01..2024-01-01'],
    ['in the 1990s', '1990-01-01..2000-01-01'],
    ['early May', '2023-05-01..2023-05-11'],
    ['the end of March 2023', '2023-03-21..2023-04-01'],
    ['the first week of May', '2023-05-01..2023-05-08'],
    ['the last week of June 2023', '2023-06-24..2023-07-01'],
    ['the week before 8 May 2023', '2023-05-01..2023-05-08'],
    ['the first half of September 2022', '2022-09-01..2022-09-16'],
    ['what I recently saw on May 8', '2023-05-08..2023-05-09'],
    ['the Friday before 15 July 2023', '2023-07-14..2023-07-15'],
    ['two days after 8 May 2023', '2023-05-10..2023-05-11'],
    ['Q1 2024', '2024-01-01..2024-04-01'],
    ['the second quarter of 2023', '2023-04-01..2023-07-01'],
    ['summer 2023', '2023-06-01..2023-09-01'],
    ['last summer', '2023-06-01..2023-09-01'],
    ['last winter', '2022-12-01..2023-03-01'],
    ['recently', '2024-01-03..2024-01-18'],
    ['on February 29', '2020-02-29..2020-03-01'],
  ])('reads %j', (question, expected) => {
    expect(read(question)).toEqual([expected])
  })

  it.each([
    ['since March', '2023-03-01..+'],
    ['since last week', '2024-01-08..+'],
    ['after 5 May 2023', '2023-05-06..+'],
    ['before June 2022', '-..2022-06-01'],
    ['until 2020', '-..2021-01-01'],
    ['by July 10, 2022', '-..2022-07-11'],
    ['since the start of the year', '2024-01-01..+'],
    ['between March and May 2023', '2023-03-01..2023-06-01'],
    ['between November and January', '2023-11-01..2024-02-01'],
    ['between 2019 and 2021', '2019-01-01..2022-01-01'],
    ['from Monday to Wednesday', '2024-01-15..2024-01-18'],
  ])('opens and spans: %j', (question, expected) => {
    expect(read(question)).toEqual([expected])
  })

  it.each([
    'version 3.10 and 5 may fail',
    'may I march on?',
    'port 2024 takes 2000 users',
    'ADR-016 in v2023.1',
    'issue #2023 costs $2000',
    'the sun sat on the second may flower',
    'who reports to Anna?',
    'in 30 days of testing',
    '3 of 5 may pass',
    '',
  ])('finds no time in %j', (question) => {
    expect(read(question)).toEqual([])
  })

  it('keeps several apart, in order, with their words', () => {
    const ranges = timeRanges('Was it on 8 May or last week, or in 2021?', { now: NOW, zone: 'UTC' })
    expect(ranges.map((range) => [range.text, range.kind])).toEqual([
      ['on 8 May', 'day'],
      ['last week', 'week'],
      ['in 2021', 'year'],
    ])
  })
})

describe('timeRanges: Chinese', () => {
  it.each([
    ['昨天说了什么', '2024-01-16..2024-01-17'],
    ['前天', '2024-01-15..2024-01-16'],
    ['大前天下午', '2024-01-14T12:00..2024-01-14T18:00'],
    ['今天', '2024-01-17..2024-01-18'],
    ['昨晚', '2024-01-16T17:00..2024-01-17T06:00'],
    ['上周', '2024-01-08..2024-01-15'],
    ['上上周', '2024-01-01..2024-01-08'],
    ['這個星期', '2024-01-15..2024-01-22'],
    ['上周一', '2024-01-08..2024-01-09'],
    ['星期三', '2024-01-17..2024-01-18'],
    ['上个月', '2023-12-01..2024-01-01'],
    ['下個月', '2024-02-01..2024-03-01'],
    ['去年', '2023-01-01..2024-01-01'],
    ['前年', '2022-01-01..2023-01-01'],
    ['三天前', '2024-01-14..2024-01-15'],
    ['兩週前', '2023-12-31..2024-01-07'],
    ['两个月前', '2023-11-01..2023-12-01'],
    ['十二年前', '2012-01-01..2013-01-01'],
    ['3月', '2023-03-01..2023-04-01'],
    ['一月份', '2024-01-01..2024-02-01'],
    ['去年3月', '2023-03-01..2023-04-01'],
    ['2023年5月8日', '2023-05-08..2023-05-09'],
    ['二〇二三年十二月', '2023-12-01..2024-01-01'],
    ['今年五月五号', '2024-05-05..2024-05-06'],
    ['2023年', '2023-01-01..2024-01-01'],
    ['2023年第一季度', '2023-01-01..2023-04-01'],
    ['去年夏天', '2023-06-01..2023-09-01'],
    ['周末', '2024-01-13..2024-01-15'],
    ['上周末', '2024-01-13..2024-01-15'],
    ['最近', '2024-01-03..2024-01-18'],
    ['最近三天', '2024-01-14..2024-01-18'],
    ['从3月到5月', '2023-03-01..2023-06-01'],
    ['去年以来', '2023-01-01..+'],
    ['自从2020年', '2020-01-01..+'],
    ['2020年以前', '-..2020-01-01'],
  ])('reads %j', (question, expected) => {
    expect(read(question)).toEqual([expected])
  })

  it.each(['3个月的计划', '部署方案', '一个人', '五年级', '星期', '周边', '本来'])(
    'finds no time in %j',
    (question) => {
      expect(read(question)).toEqual([])
    },
  )
})

describe('timeRanges: zones (S21)', () => {
  it('finds an item of half past midnight in Tokyo by "yesterday", asked the next day', () => {
    const item = Date.parse('2026-03-01T00:30+09:00')
    const now = Date.parse('2026-03-02T09:00+09:00')
    const [range] = timeRanges('yesterday', { now, zone: 'Asia/Tokyo' })
    expect(range && range.from <= item && item < range.to).toBe(true)
    const [inUtc] = timeRanges('yesterday', { now, zone: 'UTC' })
    expect(inUtc && inUtc.from <= item && item < inUtc.to).toBe(false)
    expect(Date.parse('2026-02-28T15:30Z')).toBe(item)
  })

  it('does not depend on the zone of the host', () => {
    const before = process.env['TZ']
    const answers = ['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'].map((zone) => {
      process.env['TZ'] = zone
      return read('since yesterday, in March, 昨天', NOW, 'Europe/Berlin')
    })
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
    expect(new Set(answers.map(String)).size).toBe(1)
  })

  it('gives days of 23 and 25 hours where clocks change', () => {
    const hours = (now: string) => {
      const [range] = timeRanges('yesterday', { now: Date.parse(now), zone: 'Europe/Berlin' })
      return range && (range.to - range.from) / 3_600_000
    }
    expect(hours('2024-04-01T12:00Z')).toBe(23)
    expect(hours('2024-10-28T12:00Z')).toBe(25)
  })

  it('is on one day at +14 and on another at -12', () => {
    const now = Date.UTC(2024, 1, 29, 11, 30)
    expect(read('today', now, '+14:00')).toEqual(['2024-02-29T10:00..2024-03-01T10:00'])
    expect(read('today', now, '-12:00')).toEqual(['2024-02-28T12:00..2024-02-29T12:00'])
    expect(read('a year ago', now, 'UTC')).toEqual(['2023-01-01..2024-01-01'])
  })

  it('refuses a zone that does not exist', () => {
    expect(() => timeRanges('today', { now: NOW, zone: 'Mars/Olympus' })).toThrow(RangeError)
  })
})

describe('timeRanges: any question', () => {
  const words =
    'the a last next this first week weekend of may 8 2023 - / , . before after since between and to from day days two ago monday on in early end q1 summer past 年 3月 去年 上 周 到 以前'.split(
      ' ',
    )
  const questions = fc.oneof(
    fc.array(fc.constantFrom(...words)).map((list) => list.join(' ')),
    fc.array(fc.constantFrom(...words)).map((list) => list.join('')),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  )

  it('gives ordered, non-empty ranges in whole ms and never throws', () => {
    fc.assert(
      fc.property(questions, fc.integer({ min: 0, max: Date.UTC(2099, 0) }), (question, now) => {
        for (const { from, to } of timeRanges(question, { now, zone: 'Europe/Berlin' })) {
          expect(Number.isSafeInteger(from) && Number.isSafeInteger(to)).toBe(true)
          expect(from).toBeLessThan(to)
        }
        dateParts(question)
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads hostile questions of 100 KB within a moment', () => {
    const pumps = [
      'the day before ',
      'between ',
      'may 8 ',
      '2023-',
      '1',
      '去年',
      '三',
      'last ',
      'first week of ',
      'a couple of ',
    ]
    for (const pump of pumps) {
      const before = process.cpuUsage()
      timeRanges(pump.repeat(100_000 / pump.length), { now: NOW, zone: 'UTC' })
      expect(process.cpuUsage(before).user / 1000, pump).toBeLessThan(500)
    }
  })
})

describe('dateParts', () => {
  it('names what the question names, whenever it is asked', () => {
    expect(dateParts('What happened on Monday, May 8th, 2023 and in June?')).toEqual({
      years: [2023],
      months: [5, 6],
      days: [8],
      weekdays: [1],
    })
    expect(dateParts('去年3月5号')).toEqual({ years: [], months: [3], days: [5], weekdays: [] })
    expect(dateParts('between March and May 2023')).toMatchObject({ years: [2023], months: [3, 5] })
    expect(dateParts('yesterday, last year')).toEqual({ years: [], months: [], days: [], weekdays: [] })
  })
})
