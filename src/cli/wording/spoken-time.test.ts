import { describe, expect, it } from 'vitest'
import { spokenDay, spokenTime } from './spoken-time.js'

const clock = { now: Date.parse('2026-05-04T08:00:00Z'), zone: 'Europe/Lisbon' }

describe('spokenTime', () => {
  it.each([
    ['2023-05-03T12:56:00Z', '3 May 2023, 13:56'],
    ['2026-05-04T00:30:00+01:00', 'today, 00:30'],
    ['2026-05-03T23:59:00+01:00', 'yesterday, 23:59'],
    ['2026-12-24T18:00:00Z', '24 December 2026, 18:00'],
    ['2024-02-29T00:00:00Z', '29 February 2024'],
  ])('tells %s as %s', (iso, said) => {
    expect(spokenTime(iso, clock)).toBe(said)
  })

  it('says when there is no time', () => {
    expect([spokenTime(null, clock), spokenDay('nonsense', 'UTC')]).toEqual(['time unknown', 'time unknown'])
  })
})

describe('spokenDay', () => {
  it('is the day in the zone', () => {
    expect(spokenDay('2026-05-03T23:30:00Z', 'Asia/Shanghai')).toBe('4 May 2026')
  })
})
