import { addItems, knownOutcome, type PreparedItem, prepareItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import { subtree } from '../../items/remove.js'
import { removeMany } from '../../items/remove-many.js'
import { replaceText } from '../../items/replace-text.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { forgetRecalls } from '../../recalls/forget-recalls.js'
import { inBytes, inText, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { doomedFiles, dropDoomed, type FileRow, fileRow, isSameRow, noteFile } from './file-rows.js'
import type { FileFault, MarkdownRecord } from './markdown-record.js'
import { fileKey, nameKey, recordIdentity } from './record-keys.js'
import { keepPast, pastOf } from './record-past.js'
import { findRecord, insertRecord } from './record-rows.js'
import { recordText } from './record-text.js'
import { settleChange } from './settle-change.js'

/** Taking in, as the audit trail calls it. */
export const TAKE_IN = 'record.take_in'

/** A file whose content is to become what the rows say. */
export interface FileChange {
  readonly file: string
  readonly version: string
  readonly stamp: string | null
  /** Milliseconds UTC. */
  readonly modifiedAt: number
  readonly record: MarkdownRecord
  /** The record it is the file of; absent for a new one. */
  readonly row?: FileRow | undefined
  /** The record whose file stood there, and is gone. */
  readonly replaces?: FileRow | undefined
}

/** A change with everything that takes time, made before the transaction begins. */
export interface PreparedChange extends FileChange {
  readonly item: PreparedItem
  readonly nameChars: number
  readonly descriptionChars: number
}

/** Throws as `prepareItem` does. */
export function prepareChange(spine: Spine, reach: Reach, change: FileChange): PreparedChange {
  const { record } = change
  const words = recordText(record)
  // What extraction once wrote, and comes back out of a copy, is not the user's word.
  const isAuto = record.provenance === 'auto'
  const item = prepareItem(spine, reach, {
    kind: 'record',
    text: words.text,
    origin: isAuto ? 'import' : 'user',
    trust: isAuto ? 'observed' : 'stated',
    occurredAt: null,
    identity: recordIdentity(record),
  })
  return { ...change, ...words, item: { ...item, id: record.id ?? item.id } }
}

export type TakenChange = 'added' | 'changed' | 'same' | 'passed' | FileFault

/** Takes one file in. What another process was first to take in, or has changed since, is passed by. */
export function* takeChange(spine: Spine, reach: Reach, change: PreparedChange, at: number): Tx<TakenChange> {
  const { replaces } = change
  if (replaces !== undefined) yield* removeQuietly(spine, reach, replaces, at)
  return change.row === undefined
    ? yield* addFromFile(spine, reach, change, at)
    : yield* changeFromFile(spine, reach, { ...change, row: change.row }, at)
}

function* addFromFile(spine: Spine, reach: Reach, change: PreparedChange, at: number): Tx<TakenChange> {
  const { record, file, item, modifiedAt } = change
  const bank = reach.writes
  const keys = { nameKey: nameKey(spine, bank, record.name), fileKey: fileKey(spine, bank, file) }
  const known = yield* get(sql`
    select item_rid from record where bank = ${bank} and file_key = ${keys.fileKey}
    union all select rid from item where bank = ${bank} and id = ${item.id}`)
  if (known !== undefined) return 'passed'
  if (yield* isNameTaken(bank, keys.nameKey, null)) return 'nameTaken'
  const changedAt = Math.min(Math.max(0, Math.floor(modifiedAt)), at)
  const updatedAt = record.updatedAt ?? changedAt
  const [added] = yield* addItems(spine, reach, [item], (_, rid) =>
    insertRecord(bank, rid, {
      ...keys,
      file,
      type: record.type,
      provenance: record.provenance ?? 'manual',
      nameChars: change.nameChars,
      descriptionChars: change.descriptionChars,
      createdAt: record.createdAt ?? Math.min(changedAt, updatedAt),
      updatedAt,
      activeAt: Math.max(updatedAt, record.lastRecalledAt ?? 0),
      revision: 1,
    }),
  )
  if (added === undefined || added.outcome === 'forgotten') return 'forgotten'
  if (added.outcome === 'repeated') return 'passed'
  yield* run(sql`
    update item set use_count = ${record.recallCount ?? 0}, last_used_at = ${record.lastRecalledAt}
    where bank = ${bank} and rid = ${added.rid}`)
  yield* noteFile(bank, added.rid, { ...change, written: 1 })
  yield* touchBank(reach, at, { items: 1, words: item.length })
  return 'added'
}

function* changeFromFile(
  spine: Spine,
  reach: Reach,
  change: PreparedChange & { readonly row: FileRow },
  at: number,
): Tx<TakenChange> {
  const { row, record, file, item } = change
  const bank = reach.writes
  const { rid } = row
  if (!isSameRow(yield* fileRow(bank, rid), row)) return 'passed'
  const known = yield* findRecord(spine, [bank], row.id)
  const key = nameKey(spine, bank, record.name)
  if (yield* isNameTaken(bank, key, rid)) return 'nameTaken'
  const isMoved = file !== row.file
  const newKey = fileKey(spine, bank, file)
  if (isMoved && (yield* isFileTaken(bank, newKey, rid))) return 'passed'
  const { name, description, body, type } = known.record
  const isRewritten = record.name !== name || record.description !== description || record.body !== body
  if (isRewritten && (yield* knownOutcome(reach, item))?.outcome === 'forgotten') return 'forgotten'
  const provenance = record.provenance === 'manual' ? 'manual' : known.record.provenance
  const isChanged = isRewritten || record.type !== type || provenance !== known.record.provenance
  if (isMoved) yield* moveFile(bank, rid, { file, key: newKey })
  let words = 0
  if (isRewritten) {
    yield* keepPast(bank, rid, item)
    words = yield* replaceText(spine, reach, known, item)
    yield* settleChange(spine, bank, known, record, { origin: 'user', trust: 'stated' })
  }
  if (isChanged) {
    yield* run(sql`
      update record set name_key = ${key}, name_chars = ${change.nameChars},
        description_chars = ${change.descriptionChars}, type = ${record.type}, provenance = ${provenance},
        updated_at = ${at}, active_at = ${at}, revision = revision + 1
      where bank = ${bank} and item_rid = ${rid}`)
    yield* touchBank(reach, at, { items: 0, words })
  }
  yield* noteFile(bank, rid, { ...change, written: row.revision + (isChanged ? 1 : 0) })
  return isChanged || isMoved ? 'changed' : 'same'
}

export function* isNameTaken(bank: string, key: Uint8Array, besides: number | null): Tx<boolean> {
  const taken = yield* get<{ item_rid: number }>(
    sql`select item_rid from record where bank = ${bank} and name_key = ${key}`,
  )
  return taken !== undefined && taken.item_rid !== besides
}

function* isFileTaken(bank: string, key: Uint8Array, besides: number): Tx<boolean> {
  const taken = yield* get<{ item_rid: number }>(
    sql`select item_rid from record where bank = ${bank} and file_key = ${key}`,
  )
  return taken !== undefined && taken.item_rid !== besides
}

/** In new rows: what is changed in place can leave its old bytes behind. */
function* moveFile(
  bank: string,
  rid: number,
  { file, key }: { readonly file: string; readonly key: Uint8Array },
): Tx<void> {
  yield* run(sql`delete from record_file where bank = ${bank} and item_rid = ${rid}`)
  yield* run(sql`insert into record_file (bank, item_rid, file) values (${bank}, ${rid}, ${file})`)
  yield* run(sql`update record set file_key = ${key} where bank = ${bank} and item_rid = ${rid}`)
}

/** Gives a record whose file's name is another file's another one. */
export function* giveOtherFile(
  spine: Spine,
  reach: Reach,
  { row, file }: { readonly row: FileRow; readonly file: string },
): Tx<boolean> {
  const bank = reach.writes
  if (!isSameRow(yield* fileRow(bank, row.rid), row)) return false
  yield* moveFile(bank, row.rid, { file, key: fileKey(spine, bank, file) })
  return true
}

/**
 * Removes a record whose file a person removed, with what rests on it alone; not forgotten, so that the file may come
 * back. Answers how many items went; 0 where it has been changed since.
 */
export function* removeQuietly(spine: Spine, reach: Reach, row: FileRow, at: number): Tx<number> {
  const bank = reach.writes
  if (!isSameRow(yield* fileRow(bank, row.rid), row)) return 0
  const { ids } = yield* subtree(bank, [row.id])
  const going = yield* all<{ identity: Uint8Array }>(
    sql`select identity from item where bank = ${bank} and id ${inText(ids)}`,
  )
  const past = yield* pastOf(bank, row.rid)
  const removals = yield* removeMany(spine, reach, [row.id], at)
  yield* forgetRecalls(bank, removals.going)
  yield* run(sql`
    delete from tombstone
    where bank = ${bank} and forgotten_at = ${at} and identity ${inBytes([...going.map(({ identity }) => identity), ...past])}`)
  // The file is gone: one that comes by this name is another.
  const own = (yield* doomedFiles(bank)).filter(({ id }) => id === row.id)
  yield* dropDoomed(
    bank,
    own.map(({ rid }) => rid),
  )
  return removals.ids.length
}
