import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { ensureBuilt } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { killRecordsRepeatedly, type NewOptions } from './kill.js'

beforeAll(ensureBuilt)

async function survives(newOptions: NewOptions): Promise<void> {
  const random = createRandom(runSeed)
  const report = await killRecordsRepeatedly(await temporaryFolder(), newOptions, { random, kills: 5 })
  expect(report.problems).toEqual([])
  // How many, a busy machine decides.
  expect(report.acknowledged).toBeGreaterThan(0)
}

it(`keeps records in the store through kills (SEED=${runSeed})`, { timeout: 120_000 }, () =>
  survives(async () => ({ records: 'database' })),
)

it(`keeps records in a folder through kills (SEED=${runSeed})`, { timeout: 120_000 }, () =>
  survives(async () => ({ records: 'folder' })),
)

describePostgres('records on PostgreSQL', () => {
  it(`are kept through kills (SEED=${runSeed})`, { timeout: 120_000 }, () =>
    survives(async () => ({ store: await newDatabase(), records: 'database' })),
  )
})
