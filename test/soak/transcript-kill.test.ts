import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killAppending } from '../task/append-killed.js'

beforeAll(ensureBuilt)

const KILLS = 500

it(`keeps what was appended through ${KILLS} kills (SEED=${runSeed})`, async () => {
  const report = await killAppending(await temporaryFolder(), createRandom(runSeed), KILLS)
  process.stdout.write(`transcripts: ${report.kills} kills, ${report.acknowledged} acknowledged batches\n`)
  expect(report.problems).toEqual([])
})
