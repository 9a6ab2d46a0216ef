import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMoment } from './parse-moment.js'
import { formatMoment } from './zone.js'

function read(text: string, zone = 'Asia/Tokyo'): string | undefined {
  const moment = parseMoment(text, { zone })
  return moment === undefined ? undefined : formatMoment(moment, zone)
}

describe('parseMoment', () => {
  it.each([
    ['2023-05-08T13:56:00Z', '2023-05-08T22:56:00+09:00'],
    ['2023-05-08T13:56:00.5+02:00', '2023-05-08T20:56:00.500+09:00'],
    ['2023-05-08T13:56:00.123456', '2023-05-08T13:56:00.123+09:00'],
    ['2023-05-08 13:56', '2023-05-08T13:56:00+09:00'],
    ['2023-05-08', '2023-05-08T00:00:00+09:00'],
    ['2023-05-08T24:00', '2023-05-09T00:00:00+09:00'],
    ['20230508T135600Z', '2023-05-08T22:56:00+09:00'],
    ['1683554160', '2023-05-08T22:56:00+09:00'],
    ['1683554160.25', '2023-05-08T22:56:00.250+09:00'],
    ['1683554160000', '2023-05-08T22:56:00+09:00'],
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00+09:00'],
    ['12:09 am on 13 September, 2023', '2023-09-13T00:09:00+09:00'],
    ['12:00 p.m., May 8th 2023', '2023-05-08T12:00:00+09:00'],
    ['March-15-2024', '2024-03-15T00:00:00+09:00'],
    ['2022/03/02 (Wed) 04:59', '2022-03-02T04:59:00+09:00'],
    ['5/8/2023, 1:56:00 PM', '2023-05-08T13:56:00+09:00'],
    ['31/12/2023 08:00', '2023-12-31T08:00:00+09:00'],
    ['08.05.2023', '2023-05-08T00:00:00+09:00'],
    ['5/8/23', '2023-05-08T00:00:00+09:00'],
    ['Mon, 8 May 2023 13:56:00 +0200', '2023-05-08T20:56:00+09:00'],
    ['Mon, 8 May 2023 13:56:00 GMT', '2023-05-08T22:56:00+09:00'],
    ['Mon May 08 13:56:00 2023', '2023-05-08T13:56:00+09:00'],
    ['Mon May 08 2023 13:56:00 GMT+0200 (Central European Summer Time)', '2023-05-08T20:56:00+09:00'],
    ['8 May 2023 at 9am', '2023-05-08T09:00:00+09:00'],
    ['April 10, 2023 at 03:07 PM UTC', '2023-04-11T00:07:00+09:00'],
    ['May 2023', '2023-05-01T00:00:00+09:00'],
    ['2023', '2023-01-01T00:00:00+09:00'],
    ['2023年5月8日 下午1:56', '2023-05-08T13:56:00+09:00'],
    ['2023年5月8日 星期一 13时56分', '2023-05-08T13:56:00+09:00'],
    ['二〇二三年五月八日', '2023-05-08T00:00:00+09:00'],
    ['２０２３-０５-０８', '2023-05-08T00:00:00+09:00'],
    ['29 February 2024', '2024-02-29T00:00:00+09:00'],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    '',
    'hello',
    '12',
    'yesterday',
    'Feb 30, 2023',
    '29 February 2023',
    '2023-13-01',
    '2023-05-08T25:00',
    '2023-05-08T13:61',
    '13 pm on 8 May, 2023',
    'I met him on 8 May 2023',
    '8 May',
    'version 3.10',
    '2023-05-08 2024-05-08',
    'x'.repeat(1_000),
  ])('makes nothing of %j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('takes the day first when told to', () => {
    expect(parseMoment('5/8/2023', { zone: 'UTC', dayFirst: true })).toBe(Date.UTC(2023, 7, 5))
  })

  it('reads zone-less times in the zone given, summer time included', () => {
    expect(read('2024-07-01 12:00', 'Europe/Berlin')).toBe('2024-07-01T12:00:00+02:00')
    expect(read('2024-01-01 12:00', 'Europe/Berlin')).toBe('2024-01-01T12:00:00+01:00')
  })

  it('reads back what formatMoment writes, in any zone', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Asia/Kolkata', '-12:00')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2099, 0) }), zones, (instant, zone) => {
        expect(parseMoment(formatMoment(instant, zone), { zone: 'Asia/Tokyo' })).toBe(instant)
      }),
    )
  })

  it('never throws, whatever it is given', () => {
    const parts = fc.constantFrom(
      ...'0 1 12 2023 05 31 99 : - / . , T Z + ( ) am pm may monday 年 月 日 utc'.split(' '),
      ' ',
    )
    const strings = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(parts).map((words) => words.join('')),
    )
    fc.assert(
      fc.property(strings, (text) => {
        const moment = parseMoment(text, { zone: 'Europe/Berlin' })
        expect(moment === undefined || Number.isSafeInteger(moment)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
