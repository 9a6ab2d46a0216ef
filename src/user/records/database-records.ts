import { MemoryError } from '../../errors.js'
import { addItems, knownOutcome, prepareItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import { forget, type Receipt } from '../../items/forget.js'
import { type ItemId, type Trust, trustOf } from '../../items/item.js'
import { readItem } from '../../items/read-items.js'
import { replaceText } from '../../items/replace-text.js'
import type { Spine } from '../../items/spine.js'
import { liftTombstone } from '../../items/tombstone.js'
import { write } from '../../items/write.js'
import { type Reach, requireCapability } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { freeFile } from './free-file.js'
import type { MemoryRecord } from './record.js'
import { recordGeneration } from './record-generation.js'
import { fileKey, nameKey, recordIdentity, recordIdentityIn } from './record-keys.js'
import { addPast, keepPast } from './record-past.js'
import {
  asRecord,
  type FoundRecord,
  findRecord,
  insertRecord,
  listRecords,
  recordRows,
} from './record-rows.js'
import type { Authorship, DeleteOptions, RecordStore, RecordWrite, Statement } from './record-store.js'
import { checkedRecord, recordText } from './record-text.js'
import { addSources, settleChange } from './settle-change.js'
import { fileOfName } from './slug.js'

type Creation = Extract<RecordWrite, { kind: 'create' }>
type Update = Extract<RecordWrite, { kind: 'update' }>

/**
 * Keeps records in the store: each write is one transaction. `fileHash` marks new ones, from the first, as having a file
 * that is to go with them (./file-records.ts).
 */
export function createDatabaseRecords(spine: Spine, fileHash: Uint8Array | null = null): RecordStore {
  return {
    list: (reach, page) => spine.store.read(listRecords, reach, page),
    read: (reach, which) => spine.store.read(findRecord, spine, reach.reads, which),
    write: (reach, change) =>
      change.kind === 'create' ? create(spine, reach, change, fileHash) : update(spine, reach, change),
    delete: (reach, which, options) => remove(spine, reach, which, options),
  }
}

async function create(
  spine: Spine,
  reach: Reach,
  { record, by, again, createdAt, generation, alone }: Creation,
  fileHash: Uint8Array | null,
): Promise<MemoryRecord> {
  const { name, description, type, body: content } = checkedRecord(record)
  // Else an agent could bring back what its user has forgotten.
  if (again === true) requireCapability(reach, 'memory.forget', `${by.operation} with again`)
  const bank = reach.writes
  const words = recordText({ name, description, body: content })
  const draft = prepareItem(spine, reach, {
    kind: 'record',
    text: words.text,
    origin: by.origin,
    trust: by.trust,
    occurredAt: null,
    identity: recordIdentity({ name, description, body: content }),
  })
  const at = draft.recordedAt
  const wanted = fileOfName(name)
  const key = nameKey(spine, bank, name)
  return write<MemoryRecord>(spine, reach, by.operation, 'memory.write', function* body() {
    if (generation !== undefined && generation !== (yield* recordGeneration(bank))) throw othersByNow()
    if (alone !== undefined) yield* requireNotForgotten(spine, reach, alone)
    const taken = yield* get<{ id: ItemId }>(sql`
      select i.id from record r join item i on i.bank = r.bank and i.rid = r.item_rid
      where r.bank = ${bank} and r.name_key = ${key} limit 1`)
    if (taken !== undefined) throw yield* nameTaken(bank, name, taken.id)
    const file = yield* freeFile(spine, bank, wanted)
    const item = { ...draft, trust: yield* trustWith(spine, bank, by) }
    if (again === true) yield* liftTombstone(reach, item.identity)
    const [added] = yield* addItems(spine, reach, [item], (_, rid) =>
      insertRecord(bank, rid, {
        type,
        provenance: by.provenance,
        nameKey: key,
        fileKey: fileKey(spine, bank, file),
        file,
        nameChars: words.nameChars,
        descriptionChars: words.descriptionChars,
        createdAt: createdAt ?? at,
        updatedAt: at,
        activeAt: at,
        revision: 1,
        fileHash,
      }),
    )
    if (added?.outcome === 'repeated') throw yield* nameTaken(bank, name, added.id)
    if (added === undefined || added.outcome === 'forgotten') throw wasForgotten(added?.at ?? at, AGAIN)
    if (alone !== undefined) yield* addPast(bank, added.rid, recordIdentityIn(spine, bank, alone))
    yield* addSources(bank, added.id, by.sources ?? [])
    yield* touchBank(reach, at, { items: 1, words: item.length })
    return {
      result: yield* recordOf(spine, bank, added.id),
      effect: { ids: [added.id], counts: { record: 1 } },
    }
  })
}

async function update(
  spine: Spine,
  reach: Reach,
  { which, change, name, alone, by, revision }: Update,
): Promise<MemoryRecord> {
  const at = spine.env.now()
  const bank = reach.writes
  // Its words are cut and segmented before the transaction, and again where it changed meanwhile.
  for (;;) {
    const seen = await spine.store.read(findRecord, spine, [bank], which)
    const prepared = changed(spine, reach, seen, { ...change, name }, by)
    const done = await write<MemoryRecord | undefined>(
      spine,
      reach,
      by.operation,
      'memory.write',
      function* body() {
        const known = yield* findRecord(spine, [bank], seen.id)
        if (revision !== undefined && known.record.revision !== revision) throw wasChanged(known, revision)
        if (known.record.revision !== seen.record.revision) return { result: undefined, effect: nothing }
        if (by.provenance === 'auto' && (yield* isProtected(bank, known))) throw isManual(known)
        if (prepared === undefined)
          return { result: known, effect: { ids: [known.id], counts: { unchanged: 1 } } }
        if (alone !== undefined) yield* requireNotForgotten(spine, reach, alone)
        const outcome = yield* knownOutcome(reach, prepared.item)
        if (outcome?.outcome === 'forgotten') throw wasForgotten(outcome.at, ANEW)
        if (outcome !== undefined && outcome.id !== known.id)
          throw yield* nameTaken(bank, known.record.name, outcome.id)
        yield* keepPast(bank, known.rid, prepared.item)
        if (alone !== undefined) yield* addPast(bank, known.rid, recordIdentityIn(spine, bank, alone))
        if (prepared.says.name !== known.record.name) yield* rename(spine, bank, known, prepared.says.name)
        const words = yield* replaceText(spine, reach, known, prepared.item)
        yield* settleChange(spine, bank, known, prepared.says, by)
        yield* run(sql`
        update record set type = ${prepared.type}, name_chars = ${prepared.nameChars},
          description_chars = ${prepared.descriptionChars}, updated_at = ${at}, active_at = ${at}, revision = revision + 1,
          edited = case when ${by.provenance} = 'manual' and provenance = 'auto' then 1 else edited end
        where bank = ${bank} and item_rid = ${known.rid}`)
        yield* touchBank(reach, at, { items: 0, words })
        return {
          result: yield* recordOf(spine, bank, known.id),
          effect: { ids: [known.id], counts: { updated: 1 } },
        }
      },
    )
    if (done !== undefined) return done
  }
}

const nothing = { ids: [], counts: {} }

/** What an update makes of a record; undefined where it says the same. */
function changed(
  spine: Spine,
  reach: Reach,
  seen: FoundRecord,
  change: Update['change'] & Pick<Update, 'name'>,
  by: Authorship,
) {
  const old = seen.record
  const record = checkedRecord({
    name: change.name ?? old.name,
    description: change.description ?? old.description,
    type: change.type ?? old.type,
    body: change.body ?? old.body,
  })
  const isSame = (['name', 'description', 'type', 'body'] as const).every(
    (field) => record[field] === old[field],
  )
  if (isSame) return undefined
  const { text, nameChars, descriptionChars } = recordText(record)
  return {
    type: record.type,
    nameChars,
    descriptionChars,
    says: record,
    item: prepareItem(spine, reach, {
      kind: 'record',
      text,
      origin: by.origin,
      trust: by.trust,
      occurredAt: null,
      identity: recordIdentity(record),
    }),
  }
}

/** What an explicit call or a person wrote, or changed. */
function* isProtected(bank: string, { rid, record }: FoundRecord): Tx<boolean> {
  if (record.provenance === 'manual') return true
  const row = yield* get<{ edited: number }>(
    sql`select edited from record where bank = ${bank} and item_rid = ${rid}`,
  )
  return row?.edited === 1
}

function* rename(spine: Spine, bank: string, { rid }: FoundRecord, name: string): Tx<void> {
  const key = nameKey(spine, bank, name)
  const taken = yield* get<{ id: ItemId }>(sql`
    select item_id as id from record where bank = ${bank} and name_key = ${key} and item_rid <> ${rid} limit 1`)
  if (taken !== undefined) throw yield* nameTaken(bank, name, taken.id)
  yield* run(sql`update record set name_key = ${key} where bank = ${bank} and item_rid = ${rid}`)
}

function* requireNotForgotten(spine: Spine, reach: Reach, statement: Statement): Tx<void> {
  const outcome = yield* knownOutcome(reach, {
    identity: recordIdentityIn(spine, reach.writes, statement),
  })
  if (outcome?.outcome === 'forgotten') throw wasForgotten(outcome.at, ANEW)
}

async function remove(
  spine: Spine,
  reach: Reach,
  which: string,
  { verify, revision }: DeleteOptions,
): Promise<Receipt> {
  return forget(
    spine,
    reach,
    function* find(_limit, isFirst): Tx<readonly ItemId[]> {
      if (!isFirst) return []
      const known = yield* findRecord(spine, [reach.writes], which)
      if (revision !== undefined && known.record.revision !== revision) throw wasChanged(known, revision)
      return [known.id]
    },
    { verify, operation: 'record.delete' },
  )
}

function* recordOf(spine: Spine, bank: string, id: ItemId): Tx<MemoryRecord> {
  return asRecord(yield* readItem(spine, [bank], id))
}

/** As who writes is believed, and no more than the least of what it was read out of. Throws `not_found`. */
function* trustWith(spine: Spine, bank: string, { origin, trust, sources = [] }: Authorship): Tx<Trust> {
  const least: Trust[] = [trust]
  for (const id of sources) least.push((yield* readItem(spine, [bank], id)).trust)
  return trustOf(origin, least)
}

function* nameTaken(bank: string, name: string, id: ItemId): Tx<MemoryError> {
  const [row] = yield* recordRows(bank, sql`i.id = ${id}`)
  return new MemoryError(
    'conflict',
    `a record is called "${name}" already: ${row?.file ?? id}`,
    `give another name, or change that one instead: record-update ${row?.file ?? id}`,
  )
}

function wasChanged({ record }: FoundRecord, expected: number): MemoryError {
  return new MemoryError(
    'changed',
    `${record.file} was changed meanwhile: it has revision ${record.revision}, not ${expected}`,
    'read it again, and change what it says now',
  )
}

function othersByNow(): MemoryError {
  return new MemoryError('conflict', 'records were written meanwhile', 'look at them again')
}

function isManual({ record }: FoundRecord): MemoryError {
  return new MemoryError('conflict', `${record.file} is manual`, 'automatic extraction leaves it as it is')
}

function wasForgotten(at: number, hint: string): MemoryError {
  return new MemoryError(
    'conflict',
    `this record was forgotten on ${new Date(at).toISOString().slice(0, 10)} and stays forgotten`, // slice-ok: ASCII
    hint,
  )
}

const AGAIN = 'to keep it again: again: true, or --again in a terminal'
const ANEW = 'say something else, or save it under another name'
