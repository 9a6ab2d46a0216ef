import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killImports } from '../transfer/import-killed.js'
import { killRestores } from '../transfer/restore-killed.js'

const KILLS = 200

beforeAll(ensureBuilt)

it(`leaves the store before or the one after through ${KILLS} killed restores (SEED=${runSeed})`, async () => {
  expect(await killRestores(createRandom(runSeed), KILLS)).toBeLessThan(KILLS)
})

it(`completes what ${KILLS} killed imports of an archive left (SEED=${runSeed})`, async () => {
  expect(await killImports(createRandom(runSeed), KILLS)).toBeGreaterThan(0)
})
