import { beforeAll, describe, expect, it } from 'vitest'
import { measureRecords, type RecallFigures, recordFloors } from './records.js'

describe('the records that a request brings up', () => {
  let figures: RecallFigures

  beforeAll(async () => {
    figures = await measureRecords('open')
  }, 60_000)

  it('are those it needs, as far as words tell, and none where it needs none', () => {
    expect(figures).toMatchObject({ asked: 118, nothing: 31 })
    expect(recordFloors(figures, false).filter(({ floor, value }) => value < floor)).toEqual([])
    expect(figures.sayingIt.share).toBeGreaterThan(0.75)
  })

  it('are the same again', async () => {
    expect({ ...(await measureRecords('open')), medianMs: 0 }).toEqual({ ...figures, medianMs: 0 })
  }, 60_000)
})
