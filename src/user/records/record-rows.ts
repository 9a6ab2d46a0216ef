import { MemoryError } from '../../errors.js'
import { type ItemId, isItemId, type Origin, type Trust } from '../../items/item.js'
import type { FoundItem } from '../../items/read-items.js'
import { readItems } from '../../items/read-items.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { type Sql, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { hasRecordEnd, RECORD_FILE_END } from './file-name.js'
import type { MemoryRecord, Provenance, RecordType } from './record.js'
import { fileKey, nameKey } from './record-keys.js'
import type { ListedRecord, RecordPage, RecordPageQuery } from './record-store.js'
import { HEAD_MAX_CHARS, partsOfRecord } from './record-text.js'

/** What the table keeps of a record beside its words. */
export interface RecordRow {
  readonly item_rid: number
  readonly type: RecordType
  readonly provenance: Provenance
  /** 1: an explicit call changed what extraction had written. */
  readonly edited: number
  readonly name_chars: number
  readonly description_chars: number
  readonly created_at: number
  readonly updated_at: number
  readonly active_at: number
  readonly revision: number
  readonly file: string
  readonly use_count: number
  readonly last_used_at: number | null
}

/** The rows of the bank's records that match (`r` the record, `i` its item, `f` its file's name). */
export function recordRows(bank: string, matching: Sql) {
  return all<RecordRow & { id: ItemId }>(sql`
    select r.item_rid, i.id, r.type, r.provenance, r.edited, r.name_chars, r.description_chars, r.created_at, r.updated_at,
      r.active_at, r.revision, f.file, i.use_count, i.last_used_at
    from record r
    join item i on i.bank = r.bank and i.rid = r.item_rid
    join record_file f on f.bank = r.bank and f.item_rid = r.item_rid
    where r.bank = ${bank} and ${matching}`)
}

/**
 * The record of this id, file name or name in the banks that may be read. Files come before names, of which files that
 * people made may share one. Throws `not_found`.
 */
export function* findRecord(
  spine: Pick<Spine, 'kinds' | 'identityKey'>,
  banks: readonly string[],
  which: string,
): Tx<FoundRecord> {
  for (const bank of banks) {
    const [row] = isItemId(which)
      ? yield* recordRows(bank, sql`i.id = ${which.toLowerCase()}`)
      : yield* rowsCalled(spine, bank, which)
    if (row === undefined) continue
    const [item] = yield* readItems(spine, bank, sql`i.rid = ${row.item_rid}`)
    if (item !== undefined) return asRecord(item)
  }
  throw noSuchRecord(which)
}

function* rowsCalled(spine: Pick<Spine, 'identityKey'>, bank: string, which: string) {
  const ofFile = yield* recordRows(bank, sql`r.file_key = ${fileKey(spine, bank, withEnd(which))}`)
  if (ofFile.length > 0) return ofFile
  return yield* recordRows(bank, sql`r.name_key = ${nameKey(spine, bank, which)}`)
}

/** A record, with where it stands. */
export type FoundRecord = FoundItem & MemoryRecord

/** Throws `not_found` for an item of another kind. */
export function asRecord(item: FoundItem): FoundRecord {
  if (item.record === null) throw noSuchRecord(item.id)
  return { ...item, record: item.record }
}

const withEnd = (file: string) => (hasRecordEnd(file) ? file : `${file}${RECORD_FILE_END}`)

function noSuchRecord(which: string): MemoryError {
  return new MemoryError(
    'not_found',
    `no record has the id, the file or the name "${which}"`,
    'recollect records lists them; for an agent, record_list',
  )
}

/** A page of the records of the banks that may be read, the last active first. Throws `invalid_input` for no place. */
export function* listRecords(
  reach: Reach,
  { limit, after, type, provenance }: RecordPageQuery,
): Tx<RecordPage> {
  const place = placeOf(after)
  const wanted = sql`
    ${type === undefined ? sql`` : sql`and r.type = ${type}`}
    ${provenance === undefined ? sql`` : sql`and r.provenance = ${provenance}`}`
  const found: (Row & { bank: string })[] = []
  let total = 0
  for (const bank of reach.reads) {
    const rows = yield* all<Row>(sql`
      select r.item_rid, i.id, i.origin, i.trust, r.type, r.provenance, r.edited, r.name_chars, r.description_chars,
        r.created_at, r.updated_at, r.active_at, r.revision, f.file, i.use_count, i.last_used_at,
        substr(x.body, 1, ${HEAD_MAX_CHARS}) as head
      from record r
      join item i on i.bank = r.bank and i.rid = r.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      join record_file f on f.bank = r.bank and f.item_rid = r.item_rid
      where r.bank = ${bank} ${wanted} and (r.active_at, r.item_id) < (${place.at}, ${place.id})
      order by r.active_at desc, r.item_id desc limit ${limit + 1}`)
    found.push(...rows.map((row) => ({ ...row, bank })))
    const counted = yield* get<{ n: number }>(
      sql`select count(*) as n from record r where r.bank = ${bank} ${wanted}`,
    )
    total += counted?.n ?? 0
  }
  found.sort((a, b) => b.active_at - a.active_at || (a.id < b.id ? 1 : -1))
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    records: page.map(listed),
    total,
    next: last === undefined ? null : `${last.active_at}.${last.id}`,
    problems: [],
  }
}

interface Row extends RecordRow {
  readonly id: ItemId
  readonly origin: Origin
  readonly trust: Trust
  /** SQL counts characters, not their halves: at least what is wanted. */
  readonly head: string
}

/** Told by an id, as row numbers are given out to all banks together: they would tell what the others do. */
function placeOf(after: string | undefined): { readonly at: number; readonly id: string } {
  if (after === undefined) return { at: Number.MAX_SAFE_INTEGER, id: '' }
  const [, at, id = ''] = /^(-?\d{1,15})\.(.*)$/.exec(after) ?? []
  if (at !== undefined && isItemId(id)) return { at: Number(at), id: id.toLowerCase() }
  throw new MemoryError(
    'invalid_input',
    'not a place in the list',
    'give `after` as `next` of the page before',
  )
}

function listed(row: Row & { bank: string }): ListedRecord {
  const { name, description } = partsOfRecord({
    text: row.head,
    nameChars: row.name_chars,
    descriptionChars: row.description_chars,
  })
  return {
    id: row.id,
    bank: row.bank,
    origin: row.origin,
    trust: row.trust,
    activeAt: row.active_at,
    isEdited: row.edited === 1,
    name,
    description,
    ...headOf(row),
  }
}

/** What a row says, but for the words. */
export function headOf(row: RecordRow) {
  return {
    type: row.type,
    provenance: row.provenance,
    file: row.file,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    recallCount: row.use_count,
    lastRecalledAt: row.last_used_at,
    revision: row.revision,
  }
}

/** What a new row of the table says. */
export interface NewRecordRow {
  readonly type: RecordType
  readonly provenance: Provenance
  readonly nameKey: Uint8Array
  readonly fileKey: Uint8Array
  readonly file: string
  readonly nameChars: number
  readonly descriptionChars: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly activeAt: number
  readonly revision: number
  readonly isEdited?: boolean
  /** Of its file; null where none is kept (./file-rows.ts). */
  readonly fileHash?: Uint8Array | null
}

export function* insertRecord(bank: string, rid: number, row: NewRecordRow): Tx<void> {
  yield* run(sql`
    insert into record (bank, item_rid, item_id, type, provenance, edited, name_key, file_key, name_chars, description_chars, created_at,
      updated_at, active_at, revision, file_hash)
    values (${bank}, ${rid}, (select id from item where bank = ${bank} and rid = ${rid}), ${row.type}, ${row.provenance}, ${row.isEdited === true ? 1 : 0}, ${row.nameKey}, ${row.fileKey}, ${row.nameChars},
      ${row.descriptionChars}, ${row.createdAt}, ${row.updatedAt}, ${row.activeAt}, ${row.revision},
      ${row.fileHash ?? null})`)
  yield* run(sql`insert into record_file (bank, item_rid, file) values (${bank}, ${rid}, ${row.file})`)
}

/** Notes that bodies were returned to who asked: they are known to be of use, and stay in the window. */
export function* countRecalled({ writes: bank }: Reach, ids: readonly ItemId[], at: number): Tx<void> {
  // Who may only read a bank counts nothing in it.
  for (const id of ids) {
    yield* run(sql`
      update item set use_count = use_count + 1, last_used_at = ${at}
      where bank = ${bank} and id = ${id} and kind = 'record'`)
    yield* run(sql`
      update record set active_at = ${at}
      where bank = ${bank} and active_at < ${at}
        and item_rid = (select rid from item where bank = ${bank} and id = ${id})`)
  }
}
