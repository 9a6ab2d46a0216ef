import { beforeAll, describe, expect, it } from 'vitest'
import { measureRecords, type RecallFigures, recordFloors, splits } from './records.js'

describe.each(splits)('the records that a request of the %s half brings up', (split) => {
  let figures: RecallFigures

  beforeAll(async () => {
    figures = await measureRecords(split)
  }, 60_000)

  it('are as many of those it needs as before, and no more where it needs none', () => {
    expect(figures.asked + figures.nothing).toBeGreaterThan(140)
    expect(recordFloors(figures, false).filter(({ floor, value }) => value < floor)).toEqual([])
    expect(figures.sayingIt.share).toBeGreaterThan(0.75)
  })
})

it('brings up the same again', async () => {
  const [one, other] = [await measureRecords('open'), await measureRecords('open')]
  expect({ ...other, medianMs: 0 }).toEqual({ ...one, medianMs: 0 })
}, 120_000)
