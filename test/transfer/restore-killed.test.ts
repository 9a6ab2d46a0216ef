import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killRestores } from './restore-killed.js'

const KILLS = 6

beforeAll(ensureBuilt, 180_000)

it(`a restore that is killed leaves the store before or the one after (seed ${runSeed})`, async () => {
  // All: the kills came all too late.
  expect(await killRestores(createRandom(runSeed), KILLS)).toBeLessThan(KILLS)
}, 180_000)
