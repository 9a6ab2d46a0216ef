import { MemoryError } from '../../errors.js'
import { identityOf } from '../../items/identity.js'
import { type ItemId, isItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { type Sql, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { wellFormed } from '../../text/well-formed.js'
import type { Task, TaskState, TaskStatus } from './task-state.js'

/** By which a task is known: no index holds its name. */
export function taskNameKey(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  name: string,
): Uint8Array {
  return identityOf(identityKey, [bank, 'task', wellFormed(name).normalize('NFC')])
}

/** A task of the bank, by its name or its id. Throws `not_found`. */
export function* readTask(spine: Pick<Spine, 'identityKey'>, bank: string, name: string): Tx<Task> {
  // A runtime may call its tasks by ids of its own.
  const task =
    (isItemId(name) ? yield* oneTask(bank, hasId(bank, name)) : undefined) ??
    (yield* taskNamed(spine, bank, name))
  if (task !== undefined) return task
  throw new MemoryError(
    'not_found',
    'there is no task of this name',
    'task.list lists them; task.open opens one',
  )
}

/**
 * The open task of a session: of several that are worked on there, the one that changed last. Or the open task of this
 * name. Undefined where there is none. For the prompt (DESIGN §8).
 */
export function* openTaskOf(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  of: number | string,
): Tx<Task | undefined> {
  const meant =
    typeof of === 'string'
      ? isNamed(spine, bank, of)
      : sql`k.session_key = (select s.name_key from session s where s.bank = ${bank} and s.rid = ${of})`
  return (yield* tasksWhere(bank, sql`${meant} and k.status = 'open'`, 1))[0]
}

/** The task of this name, open or closed. */
export function taskNamed(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  name: string,
): Tx<Task | undefined> {
  return oneTask(bank, isNamed(spine, bank, name))
}

function* oneTask(bank: string, matching: Sql): Tx<Task | undefined> {
  return (yield* tasksFrom(bank, matching, sql``))[0]
}

function hasId(bank: string, id: string): Sql {
  return sql`k.item_rid = (select i.rid from item i where i.bank = ${bank} and i.id = ${id.toLowerCase()})`
}

function isNamed(spine: Pick<Spine, 'identityKey'>, bank: string, name: string): Sql {
  return sql`k.name_key = ${taskNameKey(spine, bank, name)}`
}

export interface TasksWanted {
  readonly status?: TaskStatus | undefined
  readonly limit: number
  readonly skip: number
  /** Only what comes behind this one. */
  readonly before?: { readonly at: number; readonly rid: number } | undefined
}

/** The tasks of a bank, the one that changed last first. */
export function* listTasks(
  bank: string,
  { status, limit, skip, before }: TasksWanted,
): Tx<{ tasks: Task[]; total: number }> {
  const wanted = status === undefined ? sql`k.status in ('open', 'closed')` : sql`k.status = ${status}`
  const count = yield* get<{ n: number }>(
    sql`select count(*) as n from task k where k.bank = ${bank} and ${wanted}`,
  )
  const older =
    before === undefined
      ? sql``
      : sql`and k.updated_at <= ${before.at} and (k.updated_at < ${before.at} or k.item_rid < ${before.rid})`
  return { tasks: yield* tasksWhere(bank, sql`${wanted} ${older}`, limit, skip), total: count?.n ?? 0 }
}

/** How a task stood at each of its revisions, the latest first. */
export function* taskHistory(
  bank: string,
  rid: number,
  limit: number,
): Tx<{ readonly revision: number; readonly at: number; readonly state: TaskState }[]> {
  const rows = yield* all<{ revision: number; at: number; state: string }>(sql`
    select revision, at, state from task_state where bank = ${bank} and item_rid = ${rid}
    order by revision desc limit ${limit}`)
  return rows.map(({ state, ...row }) => ({ ...row, state: JSON.parse(state) }))
}

/** Tasks (`k`) that match, the one that changed last first. */
function tasksWhere(bank: string, matching: Sql, limit: number, skip = 0): Tx<Task[]> {
  return tasksFrom(
    bank,
    matching,
    sql`order by k.updated_at desc, k.item_rid desc limit ${limit} offset ${skip}`,
  )
}

function* tasksFrom(bank: string, matching: Sql, order: Sql): Tx<Task[]> {
  // A cross join is read in the order in which it is written: else SQLite may begin with the states of the bank.
  const rows = yield* all<TaskRow>(sql`
    select k.item_rid as rid, k.item_id as id, k.status, k.revision, s.name as session, k.opened_at, k.updated_at, k.closed_at,
      k.extraction, t.state
    from task k cross join task_state t
    left join session s on s.bank = k.bank and s.name_key = k.session_key
    where k.bank = ${bank} and t.bank = k.bank and t.item_rid = k.item_rid and t.revision = k.revision
      and ${matching} ${order}`)
  return rows.map(({ opened_at, updated_at, closed_at, state, ...row }) => ({
    ...row,
    ...(JSON.parse(state) as TaskState),
    openedAt: opened_at,
    updatedAt: updated_at,
    closedAt: closed_at,
  }))
}

interface TaskRow {
  readonly rid: number
  readonly id: ItemId
  readonly status: TaskStatus
  readonly revision: number
  readonly session: string | null
  readonly opened_at: number
  readonly updated_at: number
  readonly closed_at: number | null
  readonly extraction: string | null
  readonly state: string
}
