import { expect, it } from 'vitest'
import type { RecordFiles } from '../../src/user/records/record-files.js'
import { describePostgres } from '../postgres/database.js'
import { inFolder, inFolderBesidePostgres, onPostgres, onSqlite } from './open-records.js'
import { answersTo, recordStoreContract } from './record-store-contract.js'

recordStoreContract('SQLite', onSqlite)
recordStoreContract('folder', () => inFolder())

it('gives the same answers from a folder as from the database', async () => {
  const answers = await answersTo(onSqlite)
  expect(await answersTo(() => inFolder())).toEqual(answers)
  // The script itself must be worth comparing.
  expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(2)
})

it('gives the same answers from files that are listed page by page, as an object store lists them', async () => {
  const inPages = (files: RecordFiles): RecordFiles => ({
    ...files,
    list: async (after = '') => {
      const { entries } = await files.list()
      const rest = entries.filter(({ file }) => file > after)
      return { entries: rest.slice(0, 1), next: rest.length > 1 ? (rest[0]?.file ?? null) : null }
    },
  })
  expect(await answersTo(() => inFolder(inPages))).toEqual(await answersTo(onSqlite))
})

describePostgres('records on PostgreSQL', () => {
  recordStoreContract('PostgreSQL', onPostgres)

  it('give the same answers as on SQLite, also with files beside them', async () => {
    const answers = await answersTo(onSqlite)
    expect(await answersTo(onPostgres)).toEqual(answers)
    expect(await answersTo(inFolderBesidePostgres)).toEqual(answers)
  })
})
