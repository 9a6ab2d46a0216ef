import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'
import { ensureBuilt } from './processes.js'
import { longestDelay, shareStore } from './share.js'

beforeAll(ensureBuilt)

it(`lets four processes use one store at once (SEED=${runSeed})`, { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder()
  const alone = await shareStore(folder, 1, 150, runSeed)
  const shared = await shareStore(folder, 4, 150, runSeed)
  expect(shared.problems).toEqual([])
  expect(shared.summaries.flatMap(({ errors }) => errors)).toEqual([])
  expect(shared.summaries).toHaveLength(4)
  // A wait for a lock inside SQLite would show as seconds; four busy processes on two cores show as tens of ms.
  expect(longestDelay(shared)).toBeLessThan(Math.max(1_000, 10 * longestDelay(alone)))
})
