import { describe, expect, it } from 'vitest'
import { placeIn, timeAt, timeScale } from './time-scale.js'

const at = (year: number, month = 1, day = 1) => new Date(year, month - 1, day).getTime()

describe('a stretch of time', () => {
  it('has its marks at the beginnings of what people count in', () => {
    const dates = (from: number, until: number) =>
      timeScale(from, until, 8).ticks.map(({ at }) => new Date(at).toDateString().slice(4))
    expect(dates(at(2026, 5, 3), at(2026, 5, 7))).toEqual(
      ['03', '04', '05', '06', '07'].map((day) => `May ${day} 2026`),
    )
    expect(dates(at(2026, 5, 3), at(2026, 6, 3))).toEqual(
      ['May 04', 'May 11', 'May 18', 'May 25', 'Jun 01'].map((day) => `${day} 2026`),
    )
    expect(dates(at(2026, 1, 5), at(2026, 6, 3))).toEqual(
      ['Feb', 'Mar', 'Apr', 'May', 'Jun'].map((month) => `${month} 01 2026`),
    )
    expect(dates(at(2011, 3), at(2026, 6))).toEqual(
      ['2012', '2014', '2016', '2018', '2020', '2022', '2024', '2026'].map((year) => `Jan 01 ${year}`),
    )
  })

  it('has never more marks than asked for and one, however long or short it is', () => {
    for (const days of [0, 1, 6, 8, 29, 90, 400, 2_000, 9_000, 40_000]) {
      const { ticks, from, until } = timeScale(at(1990, 2, 11), at(1990, 2, 11) + days * 86_400_000, 6)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(until).toBeGreaterThan(from)
    }
  })

  it('says where a time lies, and which day lies at a place', () => {
    const scale = timeScale(at(2020), at(2024), 8)
    expect(placeIn(scale, at(2022))).toBeCloseTo(0.5, 2)
    expect([placeIn(scale, at(2010)), placeIn(scale, at(2030))]).toEqual([0, 1])
    expect(timeAt(scale, placeIn(scale, at(2023, 4, 5) + 3_600_000))).toBe(at(2023, 4, 5))
  })
})
