import { beforeAll, expect, it } from 'vitest'
import { killRepeatedly } from '../faults/kill.js'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'

beforeAll(ensureBuilt)

it(`keeps its word through 1,000 kills (SEED=${runSeed})`, async () => {
  const report = await killRepeatedly(await temporaryFolder(), createRandom(runSeed), 1_000)
  process.stdout.write(`${report.kills} kills, ${report.acknowledged} acknowledged writes\n`)
  expect(report.problems).toEqual([])
})
