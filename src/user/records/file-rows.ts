import type { ItemId } from '../../items/item.js'
import { inInt, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { fileKeyForm } from './slug.js'

/** What the store knows of a record's file. */
export interface FileRow {
  readonly rid: number
  readonly id: ItemId
  readonly file: string
  readonly revision: number
  /** Of the content that was last read or written; null while none is known to be there. */
  readonly version: string | null
  /** Which revision that content says; 0 for none. */
  readonly written: number
  readonly stamp: string | null
  /** False for a record that has been kept without a file so far. */
  readonly isMarked: boolean
}

export interface DoomedFile {
  readonly rid: number
  readonly file: string
  readonly id: string
  /** Of the content that was last read or written; null where none was. */
  readonly version: string | null
}

export interface FilesKnown {
  readonly rows: readonly FileRow[]
  readonly doomed: readonly DoomedFile[]
}

/** All that the store knows of a bank's files. */
export function* filesKnown(bank: string): Tx<FilesKnown> {
  const rows = yield* all<StoredRow>(sql`
    select r.item_rid as rid, i.id, f.file, r.revision, r.file_hash, r.file_stamp
    from record r
    join item i on i.bank = r.bank and i.rid = r.item_rid
    join record_file f on f.bank = r.bank and f.item_rid = r.item_rid
    where r.bank = ${bank}`)
  return { rows: rows.map(toRow), doomed: yield* doomedFiles(bank) }
}

export function* doomedFiles(bank: string): Tx<DoomedFile[]> {
  const rows = yield* all<Omit<DoomedFile, 'version'> & { file_hash: Uint8Array | null }>(
    sql`select rid, file, item_id as id, file_hash from record_doomed where bank = ${bank} order by rid`,
  )
  return rows.map(({ file_hash, ...doomed }) => ({ ...doomed, version: versionOf(file_hash) }))
}

export function* isDoomed(bank: string, rid: number): Tx<boolean> {
  const row = yield* get(sql`select rid from record_doomed where bank = ${bank} and rid = ${rid}`)
  return row !== undefined
}

/** One of them, as it is now. */
export function* fileRow(bank: string, rid: number): Tx<FileRow | undefined> {
  const row = yield* get<StoredRow>(sql`
    select r.item_rid as rid, i.id, f.file, r.revision, r.file_hash, r.file_stamp
    from record r
    join item i on i.bank = r.bank and i.rid = r.item_rid
    join record_file f on f.bank = r.bank and f.item_rid = r.item_rid
    where r.bank = ${bank} and r.item_rid = ${rid}`)
  return row === undefined ? undefined : toRow(row)
}

/** Whether nobody has changed it since. */
export function isSameRow(now: FileRow | undefined, seen: FileRow): now is FileRow {
  return now?.revision === seen.revision && now.version === seen.version && now.file === seen.file
}

/** What it says has not been written. */
export function isAhead(row: FileRow): boolean {
  return row.version === null || row.written < row.revision
}

/** Notes which content the file has, and which revision that says. */
export function* noteFile(
  bank: string,
  rid: number,
  { version, stamp, written }: { version: string; stamp: string | null; written: number },
): Tx<void> {
  yield* run(sql`
    update record set file_hash = ${Buffer.from(version)}, file_stamp = ${`${written} ${stamp ?? ''}`}
    where bank = ${bank} and item_rid = ${rid}`)
}

/** Marks records as ones whose files have to go with them, before they are written. */
export function* markFiles(bank: string, rids: readonly number[]): Tx<void> {
  yield* run(sql`
    update record set file_hash = ${NOT_WRITTEN}
    where bank = ${bank} and item_rid ${inInt(rids)} and file_hash is null`)
}

export function* isAnyWritten(bank: string): Tx<boolean> {
  const row = yield* get(
    sql`select item_rid from record where bank = ${bank} and file_hash is not null and length(file_hash) > 0 limit 1`,
  )
  return row !== undefined
}

/** For a folder that begins anew: whatever was written, was written elsewhere. */
export function* unwriteFiles(bank: string): Tx<void> {
  yield* run(
    sql`update record set file_hash = ${NOT_WRITTEN}, file_stamp = null where bank = ${bank} and file_hash is not null`,
  )
}

/** For records that are kept without files from now on. */
export function* unmarkFiles(bank: string): Tx<void> {
  yield* run(
    sql`update record set file_hash = null, file_stamp = null where bank = ${bank} and file_hash is not null`,
  )
}

/** For a file that was removed because it held another record's words. */
export function* unwriteFile(bank: string, rid: number): Tx<void> {
  yield* run(
    sql`update record set file_hash = ${NOT_WRITTEN}, file_stamp = null where bank = ${bank} and item_rid = ${rid}`,
  )
}

export function* dropDoomed(bank: string, rids: readonly number[]): Tx<void> {
  yield* run(sql`delete from record_doomed where bank = ${bank} and rid ${inInt(rids)}`)
}

/** The hash of a file that is about to be written. */
export const NOT_WRITTEN = new Uint8Array(0)

interface StoredRow {
  readonly rid: number
  readonly id: ItemId
  readonly file: string
  readonly revision: number
  readonly file_hash: Uint8Array | null
  readonly file_stamp: string | null
}

function toRow({ rid, id, file, revision, file_hash, file_stamp }: StoredRow): FileRow {
  const version = versionOf(file_hash)
  const [written = '0', stamp = ''] = (version === null ? '' : (file_stamp ?? '')).split(' ')
  return {
    rid,
    id,
    file,
    revision,
    version,
    written: Number(written),
    stamp: stamp === '' ? null : stamp,
    isMarked: file_hash !== null,
  }
}

function versionOf(hash: Uint8Array | null): string | null {
  return hash === null || hash.length === 0 ? null : Buffer.from(hash).toString()
}

/** Rows by the form that their file's name shares with its twins. */
export function byFileKey(rows: readonly FileRow[]): Map<string, FileRow> {
  return new Map(rows.map((row) => [fileKeyForm(row.file), row]))
}
