import { beforeAll, expect, it } from 'vitest'
import { describeEachEngine } from '../each-engine.js'
import { killRepeatedly } from '../faults/kill.js'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'

beforeAll(ensureBuilt)

describeEachEngine('a process that is killed 1,000 times', (newPlace) => {
  it(`has kept its word (SEED=${runSeed})`, async () => {
    const ways = { random: createRandom(runSeed), kills: 1_000 }
    const report = await killRepeatedly(await temporaryFolder(), newPlace, ways)
    process.stdout.write(`${report.kills} kills, ${report.acknowledged} acknowledged writes\n`)
    expect(report.problems).toEqual([])
  })
})
