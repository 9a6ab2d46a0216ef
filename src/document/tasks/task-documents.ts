import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import { type BankId, documentBankOf, type Reach } from '../../reach.js'
import { type Sql, sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'

/** Of whom does not say which task it is about. */
export const DEFAULT_TASK = 'default'
export const TASK_NAME_MAX_CHARS = 128

/** Which documents a task may ask; those that are not visible to the user are in it without effect. */
export interface TaskDocuments {
  /** The bank that holds the set: the user's. */
  readonly bank: BankId
  /** Undefined where nothing was ever attached. */
  readonly rid: number | undefined
  /** All published documents that the user may see, also later ones. */
  readonly isEverything: boolean
}

export function* taskDocuments(
  spine: Pick<Spine, 'identityKey'>,
  { actor }: Reach,
  task: string,
): Tx<TaskDocuments> {
  const bank = documentBankOf(actor.user)
  const row = yield* get<{ task_rid: number; everything: number }>(sql`
    select task_rid, everything from task_documents
    where bank = ${bank} and task_key = ${taskKey(spine, bank, task)}`)
  return { bank, rid: row?.task_rid, isEverything: row?.everything === 1 }
}

/** A set without a document is none: nothing is left of it, and its name neither. */
export function* dropEmptySet({ bank, rid }: { readonly bank: string; readonly rid: number }): Tx<void> {
  const dropped = yield* run(sql`
    delete from task_documents where bank = ${bank} and task_rid = ${rid} and everything = 0
      and not exists (select 1 from attachment where bank = ${bank} and task_rid = ${rid})`)
  if (dropped > 0) yield* run(sql`delete from task_name where bank = ${bank} and rid = ${rid}`)
}

/** By which a task's set is found: the table holds no readable name. */
export function taskKey({ identityKey }: Pick<Spine, 'identityKey'>, bank: string, task: string): Uint8Array {
  return identityOf(identityKey, [bank, 'task', task.normalize('NFC')])
}

/** Whether a document (`d`) was attached to the task by itself. */
export function isAttached({ bank, rid = NONE }: TaskDocuments): Sql {
  return sql`exists (
    select 1 from attachment a
    where a.bank = ${bank} and a.task_rid = ${rid} and a.document_bank = d.bank and a.document_id = d.item_id)`
}

/** No row has it as its number. */
const NONE = 0
