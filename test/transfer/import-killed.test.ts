import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killImports } from './import-killed.js'

beforeAll(ensureBuilt, 180_000)

it(`an import of an archive that is killed is completed by the next (seed ${runSeed})`, async () => {
  // None: the kills came all too late.
  expect(await killImports(createRandom(runSeed), 4)).toBeGreaterThan(0)
}, 180_000)
