import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import type { BesideStore, Spine } from '../../items/spine.js'
import { type BankId, reachOf } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { createDatabaseRecords } from './database-records.js'
import { createFileRecords, type FileRecords } from './file-records.js'
import type { RecordFiles } from './record-files.js'
import { createRecordFolder } from './record-folder.js'
import { folderOfPlace, type RecordPlace, type StoredPlace, storedPlace } from './record-place.js'
import type { RecordStore } from './record-store.js'
import { openRecordObjects } from './s3/open-record-objects.js'
import { isS3Place } from './s3/s3-place.js'

/** Records as one call sees them. */
export interface KeptRecords {
  readonly records: RecordStore
  /** Where they are files too, or a folder that was left may still hold some. */
  readonly beside: BesideStore | undefined
}

interface PlacedRecords extends KeptRecords {
  readonly beside: FileRecords | undefined
}

/** Where an open store keeps its records. */
export interface RecordHome {
  /** To be asked for each call: the place may change, also by another process, and so may the spine. */
  now(spine: Spine): Promise<KeptRecords>
  /** In this place, whatever the store says: for who moves them. */
  at(spine: Spine, place: RecordPlace): PlacedRecords
  /** Whether two places are one. */
  isSame(one: RecordPlace, other: RecordPlace): boolean
  /** The folder is left: who still waits for it is turned away, and who comes back finds it new. */
  forget(place: RecordPlace): void
}

export function createRecordHome(home: string, env: Env): RecordHome {
  const folders = new Map<string, (spine: Spine) => FileRecords>()
  let last: StoredPlace = { place: undefined, left: undefined }

  function at(spine: Spine, place: RecordPlace): PlacedRecords {
    const root = folderOfPlace(place, home)
    if (root === null) return { records: createDatabaseRecords(spine), beside: undefined }
    const open = folders.get(root) ?? createFileRecords(filesIn(root, env))
    folders.set(root, open)
    const beside = open(spine)
    return { records: beside, beside }
  }

  return {
    at,
    now: async (spine) => {
      last = await spine.store.read(storedPlace).catch((error: unknown) => {
        // Of a damaged store `doctor` still has something to say.
        if (error instanceof MemoryError && error.code === 'store_corrupt') return last
        throw error
      })
      const { place = 'database', left } = last
      const old = left === undefined ? undefined : at(spine, left).beside
      return left === undefined || old === undefined ? at(spine, place) : leaving(spine, old, left)
    },
    isSame: (one, other) => folderOfPlace(one, home) === folderOfPlace(other, home),
    forget: (place) => {
      folders.delete(folderOfPlace(place, home) ?? '')
    },
  }
}

/** A move that was broken off: until it is completed, what is forgotten goes from the files that are left. */
function leaving(spine: Spine, old: FileRecords, left: RecordPlace): KeptRecords {
  const beside: BesideStore = {
    finish: old.finish,
    catchUp: async () => undefined,
    examine: async () =>
      `records were being moved out of ${left}, which was broken off: call recollect record-move again`,
  }
  return { records: createDatabaseRecords({ ...spine, beside }), beside }
}

function filesIn(root: string, env: Env): (bank: BankId) => RecordFiles {
  if (!isS3Place(root)) return (bank) => createRecordFolder(recordFolderOf(root, bank), env)
  const objectsIn = openRecordObjects(root, env)
  return (bank) => objectsIn(foldersTo(bank))
}

/**
 * The folder of a bank: the root itself for the main bank of `me`, who is alone on most machines, a folder in it for each
 * other user, and one in theirs for each worker.
 */
export function recordFolderOf(root: string, bank: BankId): string {
  return join(root, ...foldersTo(bank))
}

function foldersTo(bank: BankId): readonly string[] {
  if (bank === MY_BANK) return []
  const [scope = '', user = '', ...rest] = bank.split('/')
  if (scope !== 'u') return ['~system', ...[user, ...rest].map(folderName)]
  return [user, ...rest.filter((part) => part !== 'main' || rest.length > 1)].map(folderName)
}

const MY_BANK = reachOf({ user: 'me' }).writes

/** Names in a bank are escaped already; what file systems take otherwise is escaped too. No two become one. */
function folderName(part: string): string {
  const safe = part
    .replace(DOTS, '%2e')
    .replace(RESERVED, (name) => `%${name.charCodeAt(0).toString(16)}${clip(name.substring(1), 4)}`) // slice-ok: ASCII
  if (safe.length <= NAME_MAX_CHARS) return safe
  const hash = createHash('sha256').update(part).digest('hex')
  return `${clip(safe, NAME_MAX_CHARS - 33)}~${clip(hash, 32)}`
}

// At both ends, where they lead elsewhere or are lost, and before `md`, where a record's file would be looked for.
const DOTS = /^\.|\.$|\.(?=md$)/g
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=$|\.)/
const NAME_MAX_CHARS = 200
