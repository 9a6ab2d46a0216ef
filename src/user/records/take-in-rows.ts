import { addItems, knownOutcome, type PreparedItem, prepareItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import { type ItemId, type Trust, trustOf, trusts } from '../../items/item.js'
import { noteErasure } from '../../items/note-erasure.js'
import { subtree } from '../../items/remove.js'
import { removeMany } from '../../items/remove-many.js'
import { replaceText } from '../../items/replace-text.js'
import { lowerDerived } from '../../items/settle-trust.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { forgetRecalls } from '../../recalls/forget-recalls.js'
import { inBytes, inText, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { doomedFiles, dropDoomed, type FileRow, fileRow, isSameRow, noteFile } from './file-rows.js'
import type { FileFault, MarkdownRecord } from './markdown-record.js'
import { fileKey, nameKey, recordIdentity } from './record-keys.js'
import { keepPast, pastOf } from './record-past.js'
import { type FoundRecord, findRecord, insertRecord } from './record-rows.js'
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
  // What extraction or an agent once wrote, and comes back out of a copy, is not the user's word.
  const isOwn = record.provenance !== 'auto' && saidTrust(record) === 'stated'
  const origin = isOwn ? 'user' : 'import'
  const item = prepareItem(spine, reach, {
    kind: 'record',
    text: words.text,
    origin,
    trust: trustOf(origin, [saidTrust(record)]),
    occurredAt: null,
    identity: recordIdentity(record),
  })
  return { ...change, ...words, item: { ...item, id: record.id ?? item.id } }
}

export type TakenChange = 'added' | 'changed' | 'same' | 'passed' | TakingFault

/** Why a record is not taken in, which only the rows can tell. */
export type TakingFault = Extract<FileFault, 'nameTaken' | 'idTaken' | 'forgotten'>

/** Takes one file in. What another process was first to take in, or has changed since, is passed by. */
export function* takeChange(spine: Spine, reach: Reach, change: PreparedChange, at: number): Tx<TakenChange> {
  return change.row === undefined
    ? yield* addFromFile(spine, reach, change, at)
    : yield* changeFromFile(spine, reach, { ...change, row: change.row }, at)
}

function* addFromFile(spine: Spine, reach: Reach, change: PreparedChange, at: number): Tx<TakenChange> {
  const { record, file, item, modifiedAt } = change
  const bank = reach.writes
  const keys = { nameKey: nameKey(spine, bank, record.name), fileKey: fileKey(spine, bank, file) }
  const known = yield* get(
    sql`select item_rid from record where bank = ${bank} and file_key = ${keys.fileKey}`,
  )
  if (known !== undefined) return 'passed'
  if (yield* isIdTaken(bank, item.id)) return 'idTaken'
  if (yield* isNameTaken(bank, keys.nameKey)) return 'nameTaken'
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
  const { row, record, item } = change
  const bank = reach.writes
  const { rid } = row
  if (!isSameRow(yield* fileRow(bank, rid), row)) return 'passed'
  const known = yield* findRecord(spine, [bank], row.id)
  const { isRewritten, isLowered, isChanged, provenance } = differences(known, record)
  const newName = newNameKey(spine, bank, record.name, known)
  if (newName !== null && (yield* isNameTaken(bank, newName))) return 'nameTaken'
  const outcome = isRewritten ? yield* knownOutcome(reach, item) : undefined
  if (outcome?.outcome === 'forgotten') return 'forgotten'
  // Another of the same name, from another store, that says the same already.
  if (outcome !== undefined && outcome.id !== row.id) return 'nameTaken'
  const trust = saidTrust(record)
  let words = 0
  if (isRewritten) {
    yield* keepPast(bank, rid, item)
    words = yield* replaceText(spine, reach, known, item)
    yield* settleChange(spine, bank, known, record, { provenance: 'manual', origin: 'user', trust })
  } else if (isLowered) {
    yield* run(sql`update item set trust = ${trust} where bank = ${bank} and rid = ${rid}`)
    yield* lowerDerived(spine, bank, { id: known.id, before: known.trust, trust })
  }
  if (newName !== null)
    yield* run(sql`update record set name_key = ${newName} where bank = ${bank} and item_rid = ${rid}`)
  if (isChanged) {
    yield* run(sql`
      update record set name_chars = ${change.nameChars}, description_chars = ${change.descriptionChars},
        type = ${record.type}, provenance = ${provenance}, updated_at = ${at}, active_at = ${at},
        revision = revision + 1
      where bank = ${bank} and item_rid = ${rid}`)
    yield* touchBank(reach, at, { items: 0, words })
  }
  // A file that still says `auto` would be extraction's again where it comes back: it is written at the next look.
  const isToWrite = isChanged && provenance === 'manual' && record.provenance === 'auto'
  yield* noteFile(bank, rid, { ...change, written: row.revision + (isChanged && !isToWrite ? 1 : 0) })
  return isChanged ? 'changed' : 'same'
}

/** What a file says otherwise than its record. */
export function differences({ record: known, trust }: FoundRecord, said: MarkdownRecord) {
  const isRewritten =
    said.name !== known.name || said.description !== known.description || said.body !== known.body
  const isLowered = trusts.indexOf(saidTrust(said)) > trusts.indexOf(trust)
  // What a person has written is theirs: extraction leaves it as it is.
  const provenance = isRewritten || said.provenance === 'manual' ? 'manual' : known.provenance
  const isChanged = isRewritten || isLowered || said.type !== known.type || provenance !== known.provenance
  return { isRewritten, isLowered, isChanged, provenance }
}

/** A file is its user's word, or less where it says so. */
function saidTrust({ trust }: MarkdownRecord): Trust {
  return trustOf('user', trust === null ? [] : [trust])
}

/**
 * The key of a name that a record is to have from now on; null where it has it already. Two records may have one name
 * that came from different stores: then only one has its key.
 */
export function newNameKey(
  spine: Spine,
  bank: string,
  name: string,
  { record }: FoundRecord,
): Uint8Array | null {
  const key = nameKey(spine, bank, name)
  return Buffer.compare(key, nameKey(spine, bank, record.name)) === 0 ? null : key
}

export function* isNameTaken(bank: string, key: Uint8Array): Tx<boolean> {
  const taken = yield* get(sql`select item_rid from record where bank = ${bank} and name_key = ${key}`)
  return taken !== undefined
}

export function* isIdTaken(bank: string, id: ItemId): Tx<boolean> {
  const taken = yield* get(sql`select rid from item where bank = ${bank} and id = ${id}`)
  return taken !== undefined
}

/**
 * Removes a record whose file a person removed; not forgotten, so that the file may come back. What was made out of it
 * stays, but for what only quotes it. Answers how many items went; 0 where it has been changed since.
 */
export function* removeQuietly(spine: Spine, reach: Reach, row: FileRow, at: number): Tx<number> {
  const bank = reach.writes
  if (!isSameRow(yield* fileRow(bank, row.rid), row)) return 0
  yield* run(sql`delete from lineage where bank = ${bank} and source_id = ${row.id} and role <> 'quotes'`)
  const { ids } = yield* subtree(bank, [row.id])
  const going = yield* all<{ identity: Uint8Array }>(
    sql`select identity from item where bank = ${bank} and id ${inText(ids)}`,
  )
  const identities = [...going.map(({ identity }) => identity), ...(yield* pastOf(bank, row.rid))]
  const removals = yield* removeMany(spine, reach, [row.id], at)
  yield* forgetRecalls(bank, removals.going)
  yield* noteErasure(spine.store, bank, at)
  yield* run(sql`
    delete from tombstone
    where bank = ${bank} and forgotten_at = ${at} and identity ${inBytes(identities)}`)
  // The file is gone: one that comes by this name is another.
  const own = (yield* doomedFiles(bank)).filter(({ id }) => id === row.id)
  yield* dropDoomed(
    bank,
    own.map(({ rid }) => rid),
  )
  return removals.ids.length
}
