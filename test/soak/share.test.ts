import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { longestDelay, shareStore } from '../processes/share.js'
import { runSeed } from '../random.js'

beforeAll(ensureBuilt)

it(`lets four processes do 5,000 operations each on one store (SEED=${runSeed})`, async () => {
  const folder = await temporaryFolder()
  const alone = await shareStore(folder, 1, 5_000, runSeed)
  const shared = await shareStore(folder, 4, 5_000, runSeed)
  for (const { summaries } of [alone, shared]) {
    for (const { elapsedMs, delay } of summaries) {
      process.stdout.write(
        `${Math.round(elapsedMs)} ms; event loop p99 ${delay.p99} ms, max ${delay.max} ms\n`,
      )
    }
  }
  expect(shared.problems).toEqual([])
  expect(shared.summaries.flatMap(({ errors }) => errors)).toEqual([])
  expect(shared.summaries).toHaveLength(4)
  expect(longestDelay(shared)).toBeLessThan(Math.max(1_000, 10 * longestDelay(alone)))
})
