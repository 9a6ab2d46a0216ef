import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killRepeatedly } from './kill.js'

beforeAll(ensureBuilt)

it(`keeps its word when it is killed at any moment (SEED=${runSeed})`, { timeout: 120_000 }, async () => {
  const report = await killRepeatedly(await temporaryFolder(), createRandom(runSeed), 8)
  expect(report.problems).toEqual([])
  // How many, a busy machine decides.
  expect(report.acknowledged).toBeGreaterThan(0)
})
