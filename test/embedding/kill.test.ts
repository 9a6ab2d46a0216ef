import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killWhileEmbedding } from './kill.js'

beforeAll(ensureBuilt)

it(`has the vectors of its texts after any kill (SEED=${runSeed})`, { timeout: 120_000 }, async () => {
  const report = await killWhileEmbedding(await temporaryFolder(), createRandom(runSeed), 6)
  expect(report.problems).toEqual([])
  expect(report.compared).toBeGreaterThan(0)
})
