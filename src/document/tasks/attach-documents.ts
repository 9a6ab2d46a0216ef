import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import { inBank, type Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { documentRows, type ShownDocument } from '../document-rows.js'
import { isKnownTo, managedDocument } from '../managed-document.js'
import { namedDocument } from '../named-document.js'
import { documentBanks } from '../shelves.js'
import { dropEmptySet, isAttached, type TaskDocuments, taskDocuments, taskKey } from './task-documents.js'
import { visibleDocuments } from './visible-documents.js'

export interface AttachWanted {
  readonly task: string
  /** Ids, sources or titles; `everything`: all published documents that the user may see, also later ones. */
  readonly documents: readonly string[] | 'everything'
}

/** What a task may ask after the change. */
export interface AttachedDocuments {
  readonly isEverything: boolean
  /** By title; those that are not published are among them. */
  readonly documents: readonly ShownDocument[]
  /** How many were added or taken away. */
  readonly changed: number
  /** Whether it might ask everything until then. */
  readonly wasEverything: boolean
}

/** Adds documents to what a task may ask, from its next message on. Throws `not_found` for one that the user cannot see. */
export function attachDocuments(
  spine: Spine,
  reach: Reach,
  { task, documents }: AttachWanted,
): Promise<AttachedDocuments> {
  return change(spine, reach, { task, operation: 'knowledge.attach' }, function* attach(set, at) {
    if (documents === 'everything') {
      yield* setEverything(set, true)
      return { ids: [], changed: set.isEverything ? 0 : 1 }
    }
    const ids: ItemId[] = []
    for (const name of documents) {
      const document = yield* managedDocument(spine, reach, { document: name })
      if ((yield* addAttachment(set, document, at)) > 0) ids.push(document.id)
    }
    return { ids, changed: ids.length }
  })
}

/** Takes documents away from what a task may ask. Of everything, all others stay, and later ones are not added any more. */
export function detachDocuments(
  spine: Spine,
  reach: Reach,
  { task, documents }: AttachWanted,
): Promise<AttachedDocuments> {
  return change(spine, reach, { task, operation: 'knowledge.detach' }, function* detach(set, at) {
    const { bank, rid } = set
    if (documents === 'everything') {
      yield* setEverything(set, false)
      const removed = yield* run(sql`delete from attachment where bank = ${bank} and task_rid = ${rid}`)
      return { ids: [], changed: removed + (set.isEverything ? 1 : 0) }
    }
    if (set.isEverything) {
      for (const document of yield* visibleDocuments(spine, reach, task))
        yield* addAttachment(set, document, at)
      yield* setEverything(set, false)
    }
    const ids: ItemId[] = []
    for (const name of documents) {
      const { id, ...document } = yield* attachedDocument(spine, reach, set, name)
      const removed = yield* run(sql`
        delete from attachment where bank = ${bank} and task_rid = ${rid}
          and document_bank = ${document.bank} and document_id = ${id}`)
      if (removed > 0) ids.push(id)
    }
    return { ids, changed: ids.length }
  })
}

export interface DocumentChange {
  readonly attached?: readonly string[] | undefined
  readonly detached?: readonly string[] | undefined
}

/** Changes nothing: throws what attaching and detaching would, for what is to be done only where all of it can be. */
export function* requireDocuments(
  spine: Spine,
  reach: Reach,
  task: string,
  { attached = [], detached = [] }: DocumentChange,
): Tx<void> {
  for (const document of attached) yield* managedDocument(spine, reach, { document })
  if (detached.length === 0) return
  const set = yield* taskDocuments(spine, reach, task)
  for (const document of detached) yield* attachedDocument(spine, reach, set, document)
}

/** What a task may ask, and what of it is not published. */
export function* attachedDocuments(
  spine: Spine,
  reach: Reach,
  task: string,
): Tx<Omit<AttachedDocuments, 'changed' | 'wasEverything'>> {
  const set = yield* taskDocuments(spine, reach, task)
  if (set.isEverything) return { isEverything: true, documents: yield* visibleDocuments(spine, reach, task) }
  if (set.rid === undefined) return { isEverything: false, documents: [] }
  const documents: ShownDocument[] = []
  for (const bank of documentBanks(reach))
    documents.push(...(yield* documentRows(bank, sql`${isAttached(set)} and ${isKnownTo(reach, bank)}`)))
  return { isEverything: false, documents: documents.sort((a, b) => (a.title < b.title ? -1 : 1)) }
}

type KnownSet = TaskDocuments & { readonly rid: number }

interface Change {
  /** Documents that were named, and were added or taken away. */
  readonly ids: readonly ItemId[]
  readonly changed: number
}

async function change(
  spine: Spine,
  reach: Reach,
  { task, operation }: { readonly task: string; readonly operation: string },
  body: (set: KnownSet, at: number) => Tx<Change>,
): Promise<AttachedDocuments> {
  const at = spine.env.now()
  const { bank } = await spine.store.read(taskDocuments, spine, reach, task)
  return write(spine, inBank(reach, bank), operation, 'knowledge.write', function* changeSet() {
    const set = yield* setOf(spine, reach, task, at)
    const { ids, changed } = yield* body(set, at)
    // An archive that is older than this says nothing about the set any more.
    if (changed > 0)
      yield* run(sql`
        update task_documents set updated_at = ${at} where bank = ${bank} and task_rid = ${set.rid}`)
    yield* dropEmptySet(set)
    return {
      result: { ...(yield* attachedDocuments(spine, reach, task)), changed, wasEverything: set.isEverything },
      effect: { ids, counts: { attachment: changed } },
    }
  })
}

function* setOf(spine: Spine, reach: Reach, task: string, at: number): Tx<KnownSet> {
  const known = yield* taskDocuments(spine, reach, task)
  if (known.rid !== undefined) return { ...known, rid: known.rid }
  const { bank } = known
  const name = yield* get<{ rid: number }>(
    sql`insert into task_name (bank, name) values (${bank}, ${task}) returning rid`,
  )
  if (name === undefined) throw new Error('an insert returned no row number')
  yield* run(sql`
    insert into task_documents (bank, task_key, task_rid, everything, updated_at)
    values (${bank}, ${taskKey(spine, bank, task)}, ${name.rid}, 0, ${at})`)
  return { ...known, rid: name.rid }
}

function* setEverything({ bank, rid }: KnownSet, isEverything: boolean): Tx<void> {
  yield* run(sql`
    update task_documents set everything = ${isEverything ? 1 : 0} where bank = ${bank} and task_rid = ${rid}`)
}

function* addAttachment({ bank, rid }: KnownSet, document: ShownDocument, at: number): Tx<number> {
  return yield* run(sql`
    insert into attachment (bank, task_rid, document_bank, document_id, at)
    values (${bank}, ${rid}, ${document.bank}, ${document.id}, ${at}) on conflict do nothing`)
}

/** A document that was attached by itself; where everything is, one that is published. */
function attachedDocument(spine: Spine, reach: Reach, set: TaskDocuments, name: string): Tx<ShownDocument> {
  return namedDocument(spine, {
    banks: documentBanks(reach),
    name,
    isMeant: (bank) => sql`${isKnownTo(reach, bank)} and
      (${set.isEverything ? sql`d.published is not null or` : sql``} ${isAttached(set)})`,
    hint: 'nothing of that name is attached to the task',
  })
}
