import { beforeAll, expect, it } from 'vitest'
import { describeEachEngine } from '../each-engine.js'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killRepeatedly } from './kill.js'

beforeAll(ensureBuilt)

describeEachEngine('a process that is killed at any moment', (newPlace) => {
  it(`has kept its word (invariants 3 and 4, SEED=${runSeed})`, { timeout: 120_000 }, async () => {
    const ways = { random: createRandom(runSeed), kills: 6 }
    const report = await killRepeatedly(await temporaryFolder(), newPlace, ways)
    expect(report.problems).toEqual([])
    // How many, a busy machine decides.
    expect(report.acknowledged).toBeGreaterThan(0)
  })
})
