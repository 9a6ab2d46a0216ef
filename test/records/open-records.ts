import { join } from 'node:path'
import { type Env, systemEnv } from '../../src/clock.js'
import { loadIdentityKey, type Spine } from '../../src/items/spine.js'
import { kinds } from '../../src/kinds.js'
import { type BankId, type Reach, reachOf } from '../../src/reach.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { createDatabaseRecords } from '../../src/user/records/database-records.js'
import { createFileRecords, type FileRecords } from '../../src/user/records/file-records.js'
import type { NewRecord } from '../../src/user/records/record.js'
import type { RecordFiles } from '../../src/user/records/record-files.js'
import { createRecordFolder } from '../../src/user/records/record-folder.js'
import type { Authorship, RecordStore } from '../../src/user/records/record-store.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { newDatabase } from '../postgres/database.js'

/** Records in a place of their own; what is opened on the same place sees the same. */
export interface OpenRecords {
  readonly records: RecordStore
  readonly spine: Spine
  close(): Promise<void>
}

export interface RecordPlace {
  /** Of the bank of `ann`, where records are files. */
  readonly folder: string | undefined
  open(env?: Env): Promise<OpenRecords>
}

export type NewRecordPlace = () => Promise<RecordPlace>

export const onSqlite: NewRecordPlace = async () => {
  const home = await temporaryFolder()
  return {
    folder: undefined,
    open: (env = systemEnv()) =>
      openedRecords(env, () => openSqlite({ file: storeFile(home), env }), createDatabaseRecords),
  }
}

export const onPostgres: NewRecordPlace = async () => {
  const url = await newDatabase()
  return {
    folder: undefined,
    open: (env = systemEnv()) => openedRecords(env, () => openPostgres({ url, env }), createDatabaseRecords),
  }
}

export interface FolderPlace extends RecordPlace {
  readonly folder: string
  open(env?: Env): Promise<OpenRecords & { readonly records: FileRecords }>
}

export const inFolderBesidePostgres: NewRecordPlace = async () => inFolder(undefined, await newDatabase())

/** In files, which a test may put something between. */
export async function inFolder(
  between: (files: RecordFiles) => RecordFiles = (files) => files,
  postgres?: string,
): Promise<FolderPlace> {
  const home = await temporaryFolder()
  const folderOf = (bank: BankId) => join(home, 'records', encodeURIComponent(bank))
  return {
    folder: folderOf(ann.writes),
    open: async (env = systemEnv()) => {
      const store = () =>
        postgres === undefined
          ? openSqlite({ file: storeFile(home), env })
          : openPostgres({ url: postgres, env })
      const create = createFileRecords((bank) => between(createRecordFolder(folderOf(bank), env)))
      return (await openedRecords(env, store, create)) as OpenRecords & {
        readonly records: FileRecords
      }
    },
  }
}

export async function openedRecords(
  env: Env,
  openStore: () => Promise<Store>,
  create: (spine: Spine) => RecordStore,
): Promise<OpenRecords> {
  const store = await openStore()
  const identityKey = await loadIdentityKey(store, env)
  const spine: Spine = { store, env, identityKey, zone: 'UTC', kinds }
  return { records: create(spine), spine, close: () => store.close() }
}

export const ann: Reach = reachOf({ user: 'ann' })
export const bob: Reach = reachOf({ user: 'bob' })

export const byAnn: Authorship = {
  provenance: 'manual',
  origin: 'user',
  trust: 'stated',
  operation: 'record.save',
}

export const byExtraction: Authorship = {
  provenance: 'auto',
  origin: 'tool',
  trust: 'observed',
  operation: 'memory.extract',
}

export function aRecord(given: Partial<NewRecord> = {}): NewRecord {
  return {
    name: 'Weekly report',
    description: 'How the weekly report is laid out',
    type: 'feedback',
    body: 'Three bullets, then the numbers.',
    ...given,
  }
}

export function create(records: RecordStore, given: Partial<NewRecord> = {}, reach = ann, by = byAnn) {
  return records.write(reach, { kind: 'create', record: aRecord(given), by })
}

/** All of them, page by page. */
export async function listAll(records: RecordStore, reach = ann, limit = 100) {
  const listed = []
  for (let after: string | undefined; ; ) {
    const page = await records.list(reach, { limit, after })
    listed.push(...page.records)
    if (page.next === null) return listed
    after = page.next
  }
}
