import { expect, it } from 'vitest'
import { useByDay } from './use-by-day.js'

it('adds up what roles and models used on a day, and leaves no day out', () => {
  const of = (day: string, role: string, tokens: number) => ({
    day,
    role,
    model: 'm',
    calls: 1,
    failures: 1,
    refused: 2,
    estimated: 0,
    inputTokens: tokens,
    outputTokens: 1,
  })
  const rows = [of('2026-03-01', 'chat', 10), of('2026-03-01', 'selector', 5), of('2026-02-27', 'chat', 7)]
  const days = useByDay(rows, Date.parse('2026-03-01T23:59:59Z'), 4)
  expect(
    days.map(({ day, input, output, calls, troubles }) => [day, input, output, calls, troubles]),
  ).toEqual([
    ['2026-02-26', 0, 0, 0, 0],
    ['2026-02-27', 7, 1, 1, 3],
    ['2026-02-28', 0, 0, 0, 0],
    ['2026-03-01', 15, 2, 2, 6],
  ])
})
