import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killRecordsRepeatedly, type NewOptions } from '../records/kill.js'

beforeAll(ensureBuilt)

const KILLS = 500

async function survives(where: string, newOptions: NewOptions): Promise<void> {
  const random = createRandom(runSeed)
  const report = await killRecordsRepeatedly(await temporaryFolder(), newOptions, { random, kills: KILLS })
  process.stdout.write(
    `records in ${where}: ${report.kills} kills, ${report.acknowledged} acknowledged writes\n`,
  )
  expect(report.problems).toEqual([])
}

it(`keeps records in the store through ${KILLS} kills (SEED=${runSeed})`, () =>
  survives('the store', async () => ({ records: 'database' })))

it(`keeps records in a folder through ${KILLS} kills (SEED=${runSeed})`, () =>
  survives('a folder', async () => ({ records: 'folder' })))

describePostgres('records on PostgreSQL', () => {
  it(`are kept through ${KILLS} kills (SEED=${runSeed})`, () =>
    survives('PostgreSQL', async () => ({ store: await newDatabase(), records: 'database' })))
})
