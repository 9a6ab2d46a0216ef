import { z } from 'zod'
import {
  attachDocuments,
  type DocumentChange,
  detachDocuments,
  requireDocuments,
} from '../document/tasks/attach-documents.js'
import { visibleDocuments } from '../document/tasks/visible-documents.js'
import { MemoryError } from '../errors.js'
import { requireCapability } from '../reach.js'
import { knownSession } from '../task/known-session.js'
import { listTasks, readTask, taskHistory } from '../task/task-state/read-task.js'
import { STEPS_MAX, stepShape, stepStatuses, TASK_TEXT_MAX_CHARS } from '../task/task-state/task-state.js'
import { closeTask, openTask, updateTask } from '../task/task-state/write-task.js'
import { formatMoment } from '../text/zone.js'
import { documentName, taskName } from './knowledge-shapes.js'
import { type Call, defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { readClosedTasks } from './read-closed-tasks.js'
import { showTask, showWritten, taskShape, writtenShape } from './task-shapes.js'
import { sessionName } from './transcript-shapes.js'

const named = taskName.unwrap()
const name = named.describe('what the task is called')
const which = named.describe('the task, by its name or its id')
const longText = z.string().min(1).max(TASK_TEXT_MAX_CHARS)
const expectedRevision = z
  .int()
  .min(1)
  .optional()
  .describe('refuse where the task has changed since this revision')
const documents = z
  .array(documentName)
  .max(1_000)
  .optional()
  .describe('documents that the task may ask: ids, sources or titles; needs the capability knowledge.write')

const forAgents = {
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  toolset: 'task',
} as const

export const openOneTask = defineOperation({
  ...forAgents,
  name: 'task.open',
  title: 'Open a task',
  description:
    'Begins a task: what it is about, its plan, the session in which it is worked on, the documents it may ask. It stands in ' +
    'every prompt of that session, and is never recalled by another task as memory. A task that was closed is opened again.',
  example: 'recollect task open "Move the blog" --goal "The blog runs on the new server"',
  capability: 'memory.write',
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    name,
    goal: longText.describe('what is to be reached'),
    plan: z.array(stepShape).max(STEPS_MAX).default([]).describe('its steps, in order'),
    session: sessionName
      .optional()
      .describe('the session in which it is worked on; it may have no event yet'),
    documents,
  }),
  output: z.object({
    task: writtenShape,
    outcome: z
      .enum(['opened', 'reopened', 'open'])
      .describe('reopened: it had been closed; open: it was open already, with this goal'),
  }),
  handler: async (call, { documents: attached, session, ...task }) => {
    await requireAttachable(call, task.name, { attached }, 'task.open')
    const opened = await openTask(call.spine, call.reach, {
      ...task,
      session: await namedSession(call, session),
    })
    await attach(call, opened.task.name, { attached })
    readClosedTasks(call)
    return { task: showWritten(call, opened.task), outcome: opened.outcome }
  },
})

export const updateOneTask = defineOperation({
  ...forAgents,
  name: 'task.update',
  title: 'Say where a task stands',
  description:
    'Changes what is given of an open task: goal, plan, the status of single steps, where it stands, its documents. Earlier ' +
    'states are kept. With expectedRevision, a change that someone else made meanwhile is not overwritten.',
  example: 'recollect task update "Move the blog" --state "the database is copied"',
  capability: 'memory.write',
  effect: 'write',
  isIdempotent: false,
  input: z.object({
    task: which,
    goal: longText.optional().describe('what is to be reached'),
    plan: z.array(stepShape).max(STEPS_MAX).optional().describe('the whole plan, instead of the one before'),
    steps: z
      .array(z.strictObject({ number: z.int().min(1).max(STEPS_MAX), status: z.enum(stepStatuses) }))
      .max(STEPS_MAX)
      .optional()
      .describe('single steps, by their number from 1'),
    state: longText
      .nullable()
      .optional()
      .describe('where it stands; null: nothing is to be said of it any more'),
    session: sessionName.optional().describe('the session in which it is worked on from now on'),
    documents,
    withoutDocuments: documents.describe('documents that it may not ask any more'),
    expectedRevision,
  }),
  output: z.object({ task: writtenShape }),
  handler: async (
    call,
    { task: given, documents: attached, withoutDocuments: detached, session, ...change },
  ) => {
    const { spine, reach } = call
    const documents = { attached, detached }
    if (attached !== undefined || detached !== undefined) {
      const known = await spine.store.read(readTask, spine, reach.writes, given)
      await requireAttachable(call, known.name, documents, 'task.update')
    }
    const next = { ...change, session: await namedSession(call, session) }
    const task = await updateTask(spine, reach, given, next)
    await attach(call, task.name, documents)
    return { task: showWritten(call, task) }
  },
})

export const closeOneTask = defineOperation({
  ...forAgents,
  name: 'task.close',
  title: 'Close a task',
  description:
    'Ends a task with its outcome. Its session is then read in the background for what the user said that lasts, as ' +
    'memory.extract does; what came of that stands in the task.',
  example: 'recollect task close "Move the blog" --outcome "It runs on the new server since today"',
  capability: 'memory.write',
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    task: which,
    outcome: longText.describe('how it ended'),
    expectedRevision,
  }),
  output: z.object({ task: writtenShape }),
  handler: async (call, { task: given, ...how }) => {
    const { spine, reach } = call
    const task = await closeTask(spine, reach, given, how)
    readClosedTasks(call)
    return { task: showWritten(call, task) }
  },
})

export const showOneTask = defineOperation({
  ...forAgents,
  name: 'task.show',
  title: 'Show a task',
  description: 'A task as it stands, the documents it may ask, and how it stood before.',
  example: 'recollect task show "Move the blog" --history 5',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    task: which,
    history: z.int().min(0).max(100).default(0).describe('how many earlier states to show, the latest first'),
  }),
  output: z.object({
    task: taskShape,
    documents: z
      .array(z.object({ id: z.string(), title: z.string(), source: z.string().nullable() }))
      .describe('published ones that it may ask'),
    history: z.array(
      z.object({
        revision: z.number(),
        at: z.string(),
        goal: z.string(),
        plan: taskShape.shape.plan,
        state: z.string().nullable(),
        outcome: z.string().nullable(),
      }),
    ),
  }),
  handler: async ({ spine, reach, readLog }, { task: given, history }) => {
    const task = await spine.store.read(readTask, spine, reach.writes, given)
    const states =
      history === 0 ? [] : await spine.store.read(taskHistory, reach.writes, task.rid, history + 1)
    const shown = reach.capabilities.has('knowledge.read')
      ? await spine.store.read(visibleDocuments, spine, reach, task.name)
      : []
    readLog.record(reach, 'task.show', { tasks: 1 })
    return {
      task: showTask(task, spine.zone),
      documents: shown.map(({ id, title, source }) => ({ id, title, source })),
      history: states.slice(1).map(({ revision, at, state }) => ({
        revision,
        at: formatMoment(at, spine.zone),
        goal: state.goal,
        plan: state.plan.map((step) => ({ ...step })),
        state: state.state,
        outcome: state.outcome,
      })),
    }
  },
})

export const listAllTasks = defineOperation({
  ...forAgents,
  name: 'task.list',
  title: 'List tasks',
  description: 'Tasks, the one that changed last first: goal, where each stands, how far its plan is.',
  example: 'recollect task list --status open',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    status: z.enum(['open', 'closed']).optional().describe('only these; all when absent'),
    limit: z.int().min(1).max(200).default(20).describe('how many at most'),
    after: pageAfter,
    skip: z.int().min(0).max(1_000_000).default(0).describe('pass over so many'),
  }),
  output: z.object({ tasks: z.array(taskShape), total: z.number(), next: pageNext }),
  handler: async ({ spine, reach, readLog }, { after, limit, ...wanted }) => {
    const [at, rid] = taskPages.read(after) ?? []
    const { tasks: found, total } = await spine.store.read(listTasks, reach.writes, {
      ...wanted,
      limit: limit + 1,
      before: at === undefined || rid === undefined ? undefined : { at, rid },
    })
    const { rows: tasks, next } = taskPages.cut(found, limit, (task) => [task.updatedAt, task.rid])
    readLog.record(reach, 'task.list', { tasks: tasks.length })
    return { tasks: tasks.map((task) => showTask(task, spine.zone)), total, next }
  },
})

const taskPages = pagesOf('task.list', z.tuple([z.int(), z.int()]))

/** The name by which a session is always found, where it is there; else the one that is given. */
async function namedSession(
  { spine, reach }: Call,
  session: string | undefined,
): Promise<string | undefined> {
  if (session === undefined) return undefined
  try {
    return (await knownSession(spine, { ...reach, reads: [reach.writes] }, session)).name
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'not_found') return session
    throw error
  }
}

/** Before a task is changed: a document that is not there stops it. */
async function requireAttachable(
  { spine, reach }: Call,
  task: string,
  change: DocumentChange,
  operation: string,
): Promise<void> {
  if (change.attached === undefined && change.detached === undefined) return
  requireCapability(reach, 'knowledge.write', `${operation} with documents`)
  await spine.store.read(requireDocuments, spine, reach, task, change)
}

/** The documents of a task are the set of its name. Behind the change: one that is refused leaves them as they are. */
async function attach(
  { spine, reach }: Call,
  task: string,
  { attached, detached }: DocumentChange,
): Promise<void> {
  if (attached !== undefined) await attachDocuments(spine, reach, { task, documents: attached })
  if (detached !== undefined) await detachDocuments(spine, reach, { task, documents: detached })
}
