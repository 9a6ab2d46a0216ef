import { beforeAll, describe, expect, it } from 'vitest'
import { measureRecords, type RecallFigures, recordFloors, requestSets, splits } from './records.js'

const halves = requestSets.flatMap((set) => splits.map((split) => [set, split] as const))

/** Of the half that is measured twice. */
let first: RecallFigures | undefined

describe.each(halves)('the records that a %s request of the %s half brings up', (set, split) => {
  let figures: RecallFigures

  beforeAll(async () => {
    figures = await measureRecords(set, split)
    first ??= figures
  }, 60_000)

  it('are as many of those it needs as before, as few others, and no more where it needs none', () => {
    expect(figures.asked + figures.nothing).toBeGreaterThan(110)
    expect(recordFloors(figures, false).filter(({ floor, value }) => value < floor)).toEqual([])
  })
})

it('brings up the same again', async () => {
  const { set, split } = first ?? (await measureRecords('plain', 'open'))
  const again = await measureRecords(set, split)
  expect({ ...again, medianMs: 0 }).toEqual({ ...first, medianMs: 0 })
}, 120_000)
