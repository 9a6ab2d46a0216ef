import { systemEnv } from '../../src/clock.js'
import type { BankId } from '../../src/reach.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { createFileRecords, type FileRecords } from '../../src/user/records/file-records.js'
import { openRecordObjects } from '../../src/user/records/s3/open-record-objects.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { newDatabase } from '../postgres/database.js'
import { ann, type OpenRecords, openedRecords, type RecordPlace } from '../records/open-records.js'
import type { TestBucket } from './npm-server.js'

export interface ObjectsPlace extends RecordPlace {
  /** Of a file of ann's. */
  keyOf(file: string): string
  open(env?: ReturnType<typeof systemEnv>): Promise<OpenRecords & { readonly records: FileRecords }>
}

type ObjectsOptions = Parameters<typeof openRecordObjects>[2] & {
  readonly postgres?: boolean
  /** How wrong the clock is that requests are signed by, in milliseconds. */
  readonly clock?: number
}

let places = 0

/** Records in a bucket, each place under a prefix of its own, beside a store that is new. */
export async function inBucket(
  { place, environment }: TestBucket,
  { postgres = false, clock = 0, ...options }: ObjectsOptions = {},
): Promise<ObjectsPlace> {
  const home = await temporaryFolder()
  const url = postgres ? await newDatabase() : undefined
  const number = ++places
  const own = place.replace('/team', `/team/${number}`)
  const folderOf = (bank: BankId) => bank.replaceAll('/', '-')
  return {
    folder: undefined,
    keyOf: (file) => `team/${number}/${folderOf(ann.writes)}/${file}`,
    open: async (env = systemEnv()) => {
      const store = () =>
        url === undefined ? openSqlite({ file: storeFile(home), env }) : openPostgres({ url, env })
      // A request is signed with the time of the machine, whatever a test has made of the clock.
      const signing = { ...systemEnv(), now: () => Date.now() + clock }
      const objects = openRecordObjects(own, signing, { environment, ...options })
      const create = createFileRecords((bank: BankId) => objects([folderOf(bank)]))
      return (await openedRecords(env, store, create)) as OpenRecords & { readonly records: FileRecords }
    },
  }
}
