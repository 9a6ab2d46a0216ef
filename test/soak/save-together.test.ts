import { expect, it } from 'vitest'
import { describeEachEngine } from '../each-engine.js'
import { saveTogether } from '../processes/save-together.js'
import { runSeed } from '../random.js'

describeEachEngine('eight processes that keep what contradicts', (newPlace) => {
  it('leave one holder a key, a whole ledger, and all that was acknowledged', async () => {
    const place = await newPlace()
    const report = await saveTogether({ place, processes: 8, saves: 500, killed: 4, seed: runSeed })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.problems).toEqual([])
  })
})
