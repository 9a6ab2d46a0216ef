import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killMerging } from './kill.js'

beforeAll(ensureBuilt)

it(`agrees with the stored terms wherever a merge is killed (SEED=${runSeed})`, {
  timeout: 120_000,
}, async () => {
  const report = await killMerging(await temporaryFolder(), { random: createRandom(runSeed), kills: 4 })
  expect(report.problems).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
})
