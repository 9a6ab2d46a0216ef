import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killMerging } from '../words/kill.js'

beforeAll(ensureBuilt)

/** A new store now and then: examining one that only grows would take all the time. */
const STORES = 20
const KILLS = 25

it(`an index of words whose merges are killed 500 times agrees with the stored terms (SEED=${runSeed})`, async () => {
  const random = createRandom(runSeed)
  let inMerges = 0
  for (let store = 0; store < STORES; store++) {
    const report = await killMerging(await temporaryFolder(), { random, kills: KILLS })
    expect(report.problems).toEqual([])
    inMerges += report.inMerges
  }
  process.stdout.write(`${STORES * KILLS} kills, ${inMerges} of them in merges\n`)
})
