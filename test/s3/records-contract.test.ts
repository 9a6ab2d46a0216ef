import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres } from '../postgres/database.js'
import { onSqlite } from '../records/open-records.js'
import { answersTo, recordStoreContract } from '../records/record-store-contract.js'
import { startNpmServer } from './npm-server.js'
import { inBucket } from './open-objects.js'
import { type StrictServer, startStrictServer } from './strict-server.js'

let npm: Awaited<ReturnType<typeof startNpmServer>>
let strict: StrictServer

beforeAll(async () => {
  npm = await startNpmServer({ keepsConditions: true })
  strict = await startStrictServer()
  strict.says.versioning = 'Enabled'
  strict.says.pageSize = 2
})

afterAll(async () => {
  await npm.close()
  await strict.close()
})

recordStoreContract('object store (s3rver)', () => inBucket(npm.bucket))
recordStoreContract('object store with versions, two objects a page', () => inBucket(strict.bucket))

it('gives the same answers from an object store as from the database', async () => {
  const answers = await answersTo(onSqlite)
  expect(await answersTo(() => inBucket(npm.bucket))).toEqual(answers)
  expect(await answersTo(() => inBucket(strict.bucket))).toEqual(answers)
})

describePostgres('records on PostgreSQL', () => {
  it('give the same answers as on SQLite with objects beside them', async () => {
    const answers = await answersTo(onSqlite)
    expect(await answersTo(() => inBucket(npm.bucket, { postgres: true }))).toEqual(answers)
  })
})
