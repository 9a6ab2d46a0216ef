import { beforeAll, expect, it } from 'vitest'
import { killWhileEmbedding } from '../embedding/kill.js'
import { forgetEmbedded } from '../embedding/vector-erasure.js'
import { temporaryFolder } from '../open-spine.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'

beforeAll(ensureBuilt)

it(`has the vectors of its texts after 500 kills (SEED=${runSeed})`, async () => {
  const report = await killWhileEmbedding(await temporaryFolder(), createRandom(runSeed), 500)
  process.stdout.write(`${report.kills} kills, ${report.compared} texts compared with their vectors\n`)
  expect(report.problems).toEqual([])
})

it(`forgets 500 of 5,000 embedded items to the last byte of their vectors (SEED=${runSeed})`, async () => {
  const options = { items: 5_000, forgets: 500 }
  const erasure = await forgetEmbedded(await temporaryFolder(), createRandom(runSeed), options)
  expect(erasure.receipts).toHaveLength(500)
  expect(erasure.receipts.filter(({ state }) => state !== 'physical')).toEqual([])
  expect(erasure).toMatchObject({ traces: 0, harmed: 0, findings: [] })
})
