import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { mixLoad } from '../processes/mixed-load.js'
import { ensureBuilt } from '../processes/processes.js'
import { runSeed } from '../random.js'

beforeAll(ensureBuilt)

const LOAD_MS = 60_000

it(`loses nothing in a minute of mixed load from four processes (SEED=${runSeed})`, async () => {
  const over = performance.now() + LOAD_MS
  const { rounds, errors, problems, memory } = await mixLoad({
    folder: await temporaryFolder(),
    operations: 1_500,
    seed: runSeed,
    isEnough: () => performance.now() >= over,
  })
  // What a server needs once is had by the end of the first third: from there on it may not grow.
  const third = Math.ceil(memory.length / 3)
  const [early, late] = [memory.slice(third, 2 * third), memory.slice(2 * third)].map(median) // slice-ok: a list
  process.stdout.write(`${JSON.stringify({ rounds, early, late })}\n`)
  expect({ errors, problems }).toEqual({ errors: [], problems: [] })
  expect(late ?? 0).toBeLessThan(1.2 * (early ?? 0) + 1)
})

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
