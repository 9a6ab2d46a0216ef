import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  calendarDay,
  dayNumber,
  dayOfNumber,
  formatMoment,
  instantOf,
  isZone,
  LOCAL_ZONE,
  wallClock,
  weekdayOf,
} from './zone.js'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Australia/Lord_Howe', // half an hour of summer time
  'America/Sao_Paulo', // had gaps at midnight
  'Pacific/Kiritimati', // +14
  'Pacific/Pago_Pago', // -11
  'Pacific/Apia', // skipped 30 December 2011
  '+05:45',
  '-12:00',
]

const zones = fc.constantFrom(...ZONES)
const instants = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2060, 0, 1) })

function wall(iso: string): number {
  return Date.parse(`${iso}Z`)
}

describe('zone arithmetic', () => {
  it("has the machine's own zone under one name, UTC where none is set that is known", () => {
    const before = process.env['TZ']
    onTestFinished(() => {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    })
    const instants = [
      -3e12,
      -1,
      0,
      951_782_400_000,
      ...Array.from({ length: 400 }, (_, i) => i * 4_567_890_123),
    ]
    for (const zone of [
      'Asia/Tokyo',
      'Europe/Lisbon',
      'America/St_Johns',
      'Australia/Lord_Howe',
      '',
      'Mars/Phobos',
    ]) {
      process.env['TZ'] = zone
      const named = zone.includes('/') && zone !== 'Mars/Phobos' ? zone : 'UTC'
      for (const at of instants) expect(formatMoment(at, LOCAL_ZONE)).toBe(formatMoment(at, named))
    }
  })

  it('shows the same instant at every offset', () => {
    const instant = Date.UTC(2026, 1, 28, 15, 30)
    expect(formatMoment(instant, 'Asia/Tokyo')).toBe('2026-03-01T00:30:00+09:00')
    expect(formatMoment(instant, 'UTC')).toBe('2026-02-28T15:30:00Z')
    expect(formatMoment(instant + 1, '-03:30')).toBe('2026-02-28T12:00:00.001-03:30')
    for (const zone of ZONES) expect(Date.parse(formatMoment(instant, zone))).toBe(instant)
  })

  it('reaches from -12 to +14', () => {
    const instant = Date.UTC(2024, 1, 29, 11, 30)
    expect(calendarDay(instant, 'Pacific/Kiritimati')).toEqual({ year: 2024, month: 3, day: 1, weekday: 5 })
    expect(calendarDay(instant, '-12:00')).toEqual({ year: 2024, month: 2, day: 28, weekday: 3 })
  })

  it('moves a time that clocks skip behind the gap', () => {
    expect(instantOf(wall('2024-03-31T02:30:00'), 'Europe/Berlin')).toBe(
      Date.parse('2024-03-31T03:30:00+02:00'),
    )
    expect(instantOf(wall('2018-11-04T00:00:00'), 'America/Sao_Paulo')).toBe(
      Date.parse('2018-11-04T01:00:00-02:00'),
    )
    expect(instantOf(wall('2011-12-30T00:00:00'), 'Pacific/Apia')).toBe(
      Date.parse('2011-12-31T00:00:00+14:00'),
    )
  })

  it('takes the first of a time that comes twice', () => {
    expect(instantOf(wall('2024-10-27T02:30:00'), 'Europe/Berlin')).toBe(
      Date.parse('2024-10-27T02:30:00+02:00'),
    )
  })

  it('gives the wall clock of an instant and back again, outside repeated hours', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const back = instantOf(wallClock(instant, zone), zone)
        expect(wallClock(back, zone)).toBe(wallClock(instant, zone))
        expect(instant - back).toBeGreaterThanOrEqual(0)
        expect(instant - back).toBeLessThanOrEqual(86_400_000)
      }),
    )
  })

  it('numbers days like the calendar, over leap days and centuries', () => {
    expect(dayOfNumber(dayNumber(2024, 2, 29))).toEqual({ year: 2024, month: 2, day: 29, weekday: 4 })
    expect(dayNumber(1900, 3, 1) - dayNumber(1900, 2, 28)).toBe(1)
    expect(dayNumber(2023, 13, 1)).toBe(dayNumber(2024, 1, 1))
    expect(dayNumber(50, 1, 1)).toBeLessThan(dayNumber(1950, 1, 1))
    fc.assert(
      fc.property(fc.integer({ min: -800_000, max: 800_000 }), (day) => {
        const date = dayOfNumber(day)
        expect(dayNumber(date.year, date.month, date.day)).toBe(day)
        expect(weekdayOf(day)).toBe(new Date(day * 86_400_000).getUTCDay() || 7)
      }),
    )
  })

  it('reaches the ends of Date', () => {
    expect(formatMoment(-8.64e15, 'UTC')).toBe('-271821-04-20T00:00:00Z')
    expect(calendarDay(8.64e15 - 86_400_000, 'Asia/Tokyo')).toMatchObject({
      year: 275_760,
      month: 9,
      day: 12,
    })
    expect(calendarDay(Date.UTC(-1, 0, 1), 'Europe/Berlin').year).toBe(-1)
  })

  it('knows a zone from a word', () => {
    expect(['UTC', 'Asia/Tokyo', '+09:00', '-0330'].map(isZone)).toEqual([true, true, true, true])
    expect(['', 'Tokyo time', 'constructor', '+9'].map(isZone)).toEqual([false, false, false, false])
    expect(() => calendarDay(0, 'Mars/Olympus')).toThrow(RangeError)
  })
})
