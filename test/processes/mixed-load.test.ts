import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'
import { mixLoad } from './mixed-load.js'
import { ensureBuilt } from './processes.js'

beforeAll(ensureBuilt)

it(`lets a server, an agent, a terminal and a library use one store at once (SEED=${runSeed})`, async () => {
  const ways = { folder: await temporaryFolder(), operations: 40, seed: runSeed }
  const { rounds, errors, problems } = await mixLoad({ ...ways, isEnough: (done) => done >= 2 })
  expect({ rounds, errors, problems }).toEqual({
    rounds: { http: 2, mcp: 2, cli: 2 },
    errors: [],
    problems: [],
  })
}, 120_000)
