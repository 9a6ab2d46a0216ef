import { expect, it } from 'vitest'
import { describeEachEngine } from '../each-engine.js'
import { runSeed } from '../random.js'
import { saveTogether } from './save-together.js'

describeEachEngine('processes that keep what contradicts', (newPlace) => {
  it('leave one holder a key, a whole ledger, and all that was acknowledged, though some are killed', async () => {
    const place = await newPlace()
    const report = await saveTogether({ place, processes: 3, saves: 40, killed: 1, seed: runSeed })
    expect(report.problems).toEqual([])
    expect(report.kept).toBeGreaterThanOrEqual(120 - Object.values(report.failed).reduce((a, b) => a + b, 0))
  }, 240_000)
})
