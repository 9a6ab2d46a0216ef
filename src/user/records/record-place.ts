import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { ConfigFile } from '../../config-file.js'
import { MemoryError } from '../../errors.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { isS3Place, readS3Place, s3PlaceText } from './s3/s3-place.js'

/**
 * Where a new store keeps records: in the store alone, in `records` of the home as files that a person may change, in a
 * folder of their own, or in an object store (./s3/s3-place.ts). A store that has records keeps its place, which only
 * `record.move` changes: another one is refused. `kept`: wherever that is, whatever the environment says.
 */
export type RecordsSetting = 'database' | 'folder' | 'kept' | `s3://${string}` | { readonly folder: string }

/** `database`, `folder`, an absolute path, or `s3://…`. */
export type RecordPlace = string

/**
 * The setting of the program, else `RECOLLECT_RECORDS` (`database`, `folder`, the path of a folder, or `s3://…`), else
 * `records` in `config.json`; undefined where nobody says anything. Paths in `config.json` begin at the home; one of the
 * environment is the same wherever a program was started, so it is whole. Throws `invalid_input` for anything else.
 */
export function readRecordsSetting(
  given: RecordsSetting | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  file: Pick<ConfigFile, 'get'>,
  home: string,
): RecordPlace | undefined {
  const said = environment['RECOLLECT_RECORDS']
  if (given === 'kept') return undefined
  if (given !== undefined) return placeOf(given, (folder) => resolve(folder), 'the option records')
  if (said !== undefined && said !== '') return placeOf(said, wholePath, 'RECOLLECT_RECORDS')
  const kept = file.get('records')
  return kept === undefined
    ? undefined
    : placeOf(kept, (folder) => resolve(home, folder), 'records in config.json')
}

/** Throws `invalid_input`, with who said it, for what is no place. */
export function placeOf(
  setting: unknown,
  fromRelative: (folder: string) => string,
  saidBy?: string,
): RecordPlace {
  if (setting === 'database' || setting === 'folder') return setting
  if (isS3Place(setting)) return s3PlaceText(readS3Place(setting, saidBy))
  const folder = typeof setting === 'string' ? setting : (setting as { folder?: unknown } | null)?.folder
  // A word without a slash is more likely a setting that does not exist.
  const isPath = typeof folder === 'string' && folder !== '' && !folder.includes('\0')
  if (!isPath || (typeof setting === 'string' && !/[/\\]/.test(folder))) {
    throw new MemoryError(
      'invalid_input',
      saidBy === undefined ? 'not a place for records' : `${saidBy} is not a place for records`,
      'give database, folder, the path of a folder with a slash in it, like ~/notes/records, or s3://bucket/prefix',
    )
  }
  const isOfPerson = /^~[/\\]/.test(folder)
  return isOfPerson ? join(homedir(), folder.substring(2)) : fromRelative(folder) // slice-ok: after ASCII
}

function wholePath(folder: string): string {
  if (isAbsolute(folder)) return folder
  throw new MemoryError(
    'invalid_input',
    'RECOLLECT_RECORDS begins nowhere: it would be another folder in each directory',
    'give the whole path, from / or ~/; or records in config.json, where paths begin at the home folder',
  )
}

/** Where the files are, a folder or `s3://…`; null where records are in the store alone. */
export function folderOfPlace(place: RecordPlace, home: string): string | null {
  if (place === 'database') return null
  return place === 'folder' ? join(home, 'records') : place
}

export interface StoredPlace {
  /** Undefined where none was chosen yet: the database. */
  readonly place: RecordPlace | undefined
  /** A folder that was left, and may still hold files; undefined where there is none. */
  readonly left: RecordPlace | undefined
}

export function* storedPlace(): Tx<StoredPlace> {
  return { place: yield* noteOf(PLACE), left: yield* noteOf(LEFT) }
}

/** Notes where records are from now on, and which folder is left with it. */
export function* storePlace({ place, left }: StoredPlace): Tx<void> {
  for (const [name, value] of [
    [PLACE, place],
    [LEFT, left],
  ] as const) {
    yield* run(sql`delete from store_meta where name = ${name}`)
    if (value !== undefined)
      yield* run(sql`insert into store_meta (name, value) values (${name}, ${Buffer.from(value)})`)
  }
}

const PLACE = 'records_place'
const LEFT = 'records_left'

/** Chooses the place of a store that has none yet, and no record. Throws `conflict` where it keeps records elsewhere. */
export async function choosePlace(store: Store, wanted: RecordPlace, home: string): Promise<void> {
  const { place } = await store.read(storedPlace)
  if (place === undefined || folderOfPlace(place, home) !== folderOfPlace(wanted, home))
    await store.tx(choose, wanted, home)
}

function* choose(wanted: RecordPlace, home: string): Tx<void> {
  const { place, left } = yield* storedPlace()
  // bank-ok: whether the store has any record
  const isUsed = (yield* get(sql`select item_rid from record where bank is not null limit 1`)) !== undefined
  const present = place ?? (isUsed ? 'database' : undefined)
  if (present === undefined) {
    if (wanted !== 'database') yield* storePlace({ place: wanted, left })
    return
  }
  if (folderOfPlace(present, home) === folderOfPlace(wanted, home)) return
  throw new MemoryError(
    'conflict',
    `this store keeps its records in ${named(present)}, and the setting says ${named(wanted)}`,
    `move them: recollect record-move ${wanted}; or set records (RECOLLECT_RECORDS, config.json) to ${present}, or not at all`,
  )
}

function named(place: RecordPlace): string {
  if (place === 'database') return 'the database'
  if (isS3Place(place)) return `the object store ${place}`
  return place === 'folder' ? 'the folder records of its home' : `the folder ${place}`
}

function* noteOf(name: string): Tx<string | undefined> {
  const row = yield* get<{ value: Uint8Array }>(sql`select value from store_meta where name = ${name}`)
  return row === undefined ? undefined : Buffer.from(row.value).toString()
}
