import { systemEnv } from '../../src/clock.js'
import type { BankId } from '../../src/reach.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { createFileRecords, type FileRecords } from '../../src/user/records/file-records.js'
import { openRecordObjects } from '../../src/user/records/s3/open-record-objects.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { newDatabase } from '../postgres/database.js'
import { type OpenRecords, openedRecords, type RecordPlace } from '../records/open-records.js'
import type { TestBucket } from './npm-server.js'

export interface ObjectsPlace extends RecordPlace {
  open(env?: ReturnType<typeof systemEnv>): Promise<OpenRecords & { readonly records: FileRecords }>
}

let places = 0

/** Records in a bucket, each place under a prefix of its own, beside a store that is new. */
export async function inBucket(
  { place, environment }: TestBucket,
  {
    postgres = false,
    ...options
  }: Parameters<typeof openRecordObjects>[2] & { readonly postgres?: boolean } = {},
): Promise<ObjectsPlace> {
  const home = await temporaryFolder()
  const url = postgres ? await newDatabase() : undefined
  const own = place.replace('/team', `/team/${++places}`)
  return {
    folder: undefined,
    open: async (env = systemEnv()) => {
      const store = () =>
        url === undefined ? openSqlite({ file: storeFile(home), env }) : openPostgres({ url, env })
      // A request is signed with the time of the machine, whatever a test has made of the clock.
      const objects = openRecordObjects(own, systemEnv(), { environment, ...options })
      const create = createFileRecords((bank: BankId) => objects([bank.replaceAll('/', '-')]))
      return (await openedRecords(env, store, create)) as OpenRecords & { readonly records: FileRecords }
    },
  }
}
