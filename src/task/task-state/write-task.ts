import { MemoryError } from '../../errors.js'
import { addItems, type PreparedItem, prepareItem } from '../../items/add.js'
import { identityOf } from '../../items/identity.js'
import { type Origin, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { liftTombstone } from '../../items/tombstone.js'
import { write } from '../../items/write.js'
import { isPerson, type Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { wellFormed } from '../../text/well-formed.js'
import { tasksJob } from './closed-tasks.js'
import { readTask, taskNamed, taskNameKey } from './read-task.js'
import { type PlanStep, type StepStatus, type Task, type TaskState, taskStateShape } from './task-state.js'

export interface TaskOpened {
  readonly task: Task
  /** `open`: it was, and has the same goal; nothing was changed. `reopened`: it had been closed. */
  readonly outcome: 'opened' | 'reopened' | 'open'
}

export interface NewTask {
  readonly name: string
  readonly goal: string
  readonly plan: readonly PlanStep[]
  /** In which it is worked on: its name. It may have no event yet. */
  readonly session?: string | undefined
}

/** Opens a task, or one of this name again that was closed. Throws `conflict` where it is open with another goal. */
export function openTask(
  spine: Spine,
  reach: Reach,
  { name, goal, plan, session }: NewTask,
): Promise<TaskOpened> {
  const bank = reach.writes
  const state = stateOf({ name, goal, plan: [...plan], state: null, outcome: null })
  const item = preparedTask(spine, reach, state)
  const nameKey = taskNameKey(spine, bank, state.name)
  const key = session === undefined ? null : sessionKey(spine, bank, session)
  return write<TaskOpened>(spine, reach, 'task.open', 'memory.write', function* open() {
    const known = yield* taskNamed(spine, bank, state.name)
    if (known?.status === 'open') {
      if (known.goal !== state.goal) throw isOpen(known)
      if (key !== null)
        yield* run(sql`update task set session_key = ${key} where bank = ${bank} and item_rid = ${known.rid}`)
      return {
        result: { task: known, outcome: 'open' as const },
        effect: { ids: [known.id], counts: { open: 1 } },
      }
    }
    if (known !== undefined) {
      const reopened = { status: 'open' as const, session: key ?? undefined }
      yield* revise(reach, known, { state, item, ...reopened })
      const task = yield* readTask(spine, bank, known.id)
      return {
        result: { task, outcome: 'reopened' as const },
        effect: { ids: [known.id], counts: { reopened: 1 } },
      }
    }
    // Who opens it anew means it: that one of the same name was forgotten does not hold it back.
    yield* liftTombstone(reach, item.identity)
    const [added] = yield* addItems(spine, reach, [item])
    if (added?.outcome !== 'added') throw new Error('a task that is not there is there')
    const at = item.recordedAt
    yield* run(sql`
      insert into task (bank, item_rid, item_id, name_key, status, session_key, revision, opened_at, updated_at, closed_at, extraction)
      values (${bank}, ${added.rid}, ${added.id}, ${nameKey}, 'open', ${key}, 1, ${at}, ${at}, null, null)`)
    yield* addState(bank, added.rid, 1, at, state)
    const task = yield* readTask(spine, bank, added.id)
    return {
      result: { task, outcome: 'opened' as const },
      effect: { ids: [added.id], counts: { opened: 1 } },
    }
  })
}

export interface TaskChange {
  readonly goal?: string | undefined
  /** The whole plan, instead of the one before. */
  readonly plan?: readonly PlanStep[] | undefined
  /** Single steps, by their number from 1. */
  readonly steps?: readonly { readonly number: number; readonly status: StepStatus }[] | undefined
  /** Null: nothing is said of it any more. */
  readonly state?: string | null | undefined
  readonly session?: string | undefined
  readonly expectedRevision?: number | undefined
}

/** Changes what is given of an open task. Throws `not_found`, `conflict` for another revision or a task that is closed. */
export function updateTask(spine: Spine, reach: Reach, name: string, change: TaskChange): Promise<Task> {
  const at = spine.env.now()
  return write(spine, reach, 'task.update', 'memory.write', function* update() {
    const task = yield* readTask(spine, reach.writes, name)
    requireRevision(task, change.expectedRevision)
    if (task.status === 'closed') throw isClosed()
    const state = stateOf({
      name: task.name,
      goal: change.goal ?? task.goal,
      plan: withSteps(change.plan ?? task.plan, change.steps ?? []),
      state: change.state === undefined ? task.state : change.state,
      outcome: null,
    })
    const session = change.session === undefined ? undefined : sessionKey(spine, reach.writes, change.session)
    return yield* revised(spine, reach, task, { state, status: 'open', session, at, what: 'updated' })
  })
}

/**
 * Closes a task; in the same transaction its session waits to be read for what lasts (docs/artifacts.md). Throws
 * `not_found`, `conflict`. One that is closed with the same outcome stays as it is.
 */
export function closeTask(
  spine: Spine,
  reach: Reach,
  name: string,
  { outcome, expectedRevision }: { readonly outcome: string; readonly expectedRevision?: number | undefined },
): Promise<Task> {
  const at = spine.env.now()
  return write(spine, reach, 'task.close', 'memory.write', function* close() {
    const task = yield* readTask(spine, reach.writes, name)
    requireRevision(task, expectedRevision)
    const { goal, plan, state } = task
    const next = stateOf({ name: task.name, goal, plan: [...plan], state, outcome })
    if (task.status === 'closed') {
      if (task.outcome !== next.outcome) throw isClosed()
      return { result: task, effect: { ids: [task.id], counts: { closed: 0 } } }
    }
    const { jobs } = spine.store
    if (jobs !== undefined) yield* jobs.want(tasksJob(reach))
    return yield* revised(spine, reach, task, { state: next, status: 'closed', at, what: 'closed' })
  })
}

interface Revision {
  readonly state: TaskState
  readonly status: 'open' | 'closed'
  readonly session?: Uint8Array | undefined
}

function* revised(
  spine: Spine,
  reach: Reach,
  task: Task,
  { at, what, ...revision }: Revision & { readonly at: number; readonly what: string },
) {
  yield* revise(reach, task, { ...revision, item: { text: revision.state.goal, recordedAt: at } })
  const result = yield* readTask(spine, reach.writes, task.id)
  return { result, effect: { ids: [task.id], counts: { [what]: 1 } } }
}

/** One more state; the earlier ones stay. Its goal is the item's text. */
function* revise(
  { writes: bank }: Reach,
  { rid, id, goal, revision }: Task,
  { state, status, session, item }: Revision & { readonly item: Pick<PreparedItem, 'text' | 'recordedAt'> },
): Tx<void> {
  const at = item.recordedAt
  if (state.goal !== goal) {
    const before = yield* get<{ rid: number }>(
      sql`select text_rid as rid from item where bank = ${bank} and rid = ${rid}`,
    )
    const text = yield* get<{ rid: number }>(
      sql`insert into item_text (bank, item_id, body) values (${bank}, ${id}, ${state.goal}) returning rid`,
    )
    yield* run(sql`update item set text_rid = ${text?.rid ?? null} where bank = ${bank} and rid = ${rid}`)
    yield* run(sql`delete from item_text where bank = ${bank} and rid = ${before?.rid ?? 0}`)
  }
  yield* addState(bank, rid, revision + 1, at, state)
  yield* run(sql`
    update task set status = ${status}, revision = ${revision + 1}, updated_at = ${at},
      closed_at = ${status === 'closed' ? at : null}
      ${session === undefined ? sql`` : sql`, session_key = ${session}`}
    where bank = ${bank} and item_rid = ${rid}`)
  // Only where there is something to read.
  yield* run(sql`
    update task set extraction = case when ${status === 'closed' ? 1 : 0} = 1 and exists (
      select 1 from session s where s.bank = task.bank and s.name_key = task.session_key) then 'pending' else null end
    where bank = ${bank} and item_rid = ${rid}`)
}

function* addState(bank: string, rid: number, revision: number, at: number, state: TaskState): Tx<void> {
  yield* run(sql`
    insert into task_state (bank, item_rid, revision, at, state)
    values (${bank}, ${rid}, ${revision}, ${at}, ${JSON.stringify(state)})`)
}

/** An agent's task is what it says; a person's is the person's. */
function preparedTask(spine: Spine, reach: Reach, state: TaskState): PreparedItem {
  const origin: Origin = isPerson(reach.actor.audience) ? 'user' : 'tool'
  return prepareItem(spine, reach, {
    kind: 'task',
    text: state.goal,
    origin,
    trust: trustOf(origin, []),
    occurredAt: null,
    identity: [state.name],
    quotes: true,
  })
}

/** Throws `invalid_input` on what no task can say. */
function stateOf(state: TaskState): TaskState {
  const given = JSON.parse(wellFormed(JSON.stringify({ ...state, name: state.name.normalize('NFC') })))
  const parsed = taskStateShape.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new MemoryError(
    'invalid_input',
    `${issue?.path.join('.') ?? 'task'}: ${issue?.message ?? 'not a task'}`,
    'give a name, a goal, and steps of a few words each',
  )
}

function withSteps(
  plan: readonly PlanStep[],
  changes: readonly { readonly number: number; readonly status: StepStatus }[],
): PlanStep[] {
  const steps = [...plan]
  for (const { number, status } of changes) {
    const step = steps[number - 1]
    if (step === undefined)
      throw new MemoryError(
        'invalid_input',
        `the plan has no step ${number}: it has ${plan.length}`,
        'task.show shows the plan; give `plan` to change it',
      )
    steps[number - 1] = { ...step, status }
  }
  return steps
}

/** As sessions are known by (src/task/append-events.ts): it may come later. */
function sessionKey({ identityKey }: Pick<Spine, 'identityKey'>, bank: string, name: string): Uint8Array {
  return identityOf(identityKey, [bank, 'session', wellFormed(name)])
}

function requireRevision({ revision }: Task, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return
  throw new MemoryError(
    'changed',
    `the task is at revision ${revision}, not ${expected}: someone has changed it meanwhile`,
    'look at it again with task.show, then change it',
  )
}

function isOpen({ revision }: Task): MemoryError {
  return new MemoryError(
    'conflict',
    `a task of this name is open with another goal, at revision ${revision}`,
    'task.update changes the goal; or give the new task a name of its own',
  )
}

function isClosed(): MemoryError {
  return new MemoryError('conflict', 'the task is closed', 'task.open with its name and goal opens it again')
}
