import { tellError } from '../errors.js'
import type { Store } from '../store/store.js'
import { latestMessages } from '../task/session-messages.js'
import {
  type ClosedTask,
  closedTasksWait,
  settleClosedTask,
  takeClosedTask,
  tasksJob,
} from '../task/task-state/closed-tasks.js'
import { extractRecords } from '../user/memory-extraction/extract-records.js'
import { createHeldJobs } from '../work/held-jobs.js'
import { TURNS_READ } from './extraction.js'
import type { Call } from './operation.js'

/**
 * Reads the sessions of closed tasks for what lasts, behind the answer: also those that a process has left that died. Each
 * is read once, and what came of it stands in the task. Never throws: what fails here is told there.
 */
export function readClosedTasks(call: Call): void {
  call.background(readInTurn(call).catch(() => undefined))
}

/** Where many processes share the store, by the one that has taken the job; another does it where this one dies. */
async function readInTurn(call: Call): Promise<void> {
  const { spine, reach } = call
  const { jobs } = spine.store
  if (jobs === undefined) return readAll(call)
  if (!(await closedTasksWait(spine, reach))) return
  const held = createHeldJobs(jobs)
  const job = tasksJob(reach)
  if (!(await held.take(job))) return
  try {
    do await readTasksOfClaim(call)
    while (!(await held.finish(job)) && (await held.take(job)))
  } finally {
    await held.close()
  }
}

/** All that waits in the bank, for who holds its job: nobody else reads there, whatever a dead process has left. */
export async function readTasksOfClaim(call: Call): Promise<void> {
  const { spine, reach } = call
  for (;;) {
    const task = await takeClosedTask(spine, reach, { isAlone: true })
    if (task === undefined) return
    await settleClosedTask(spine, reach, task, await readOne(call, task))
  }
}

/** The same from calls that come often: a bank in which nothing waited is looked at once a minute. */
export function readClosedTasksNowAndThen(call: Call): void {
  const { spine, reach } = call
  const looks = lastLooks.get(spine.store.whole) ?? new Map<string, number>()
  lastLooks.set(spine.store.whole, looks)
  const now = spine.env.now()
  if (now - (looks.get(reach.writes) ?? Number.NEGATIVE_INFINITY) < BETWEEN_LOOKS_MS) return
  looks.set(reach.writes, now)
  readClosedTasks(call)
}

const BETWEEN_LOOKS_MS = 60_000
const lastLooks = new WeakMap<Store, Map<string, number>>()

async function readAll(call: Call): Promise<void> {
  const { spine, reach } = call
  if (!(await closedTasksWait(spine, reach))) return
  for (let read = 0; read < READ_AT_ONCE; read += 1) {
    const task = await takeClosedTask(spine, reach)
    if (task === undefined) return
    await settleClosedTask(spine, reach, task, await readOne(call, task))
  }
}

/** More wait for the next call. */
const READ_AT_ONCE = 5

/** A word for what came of it, and why. Never words of the conversation. */
async function readOne(call: Call, { sessionRid }: ClosedTask): Promise<string> {
  const { spine, reach, records, models, readLog } = call
  if (sessionRid === undefined) return 'skipped: its session is gone'
  try {
    const messages = await spine.store.read(latestMessages, reach.writes, sessionRid, TURNS_READ)
    readLog.record(reach, 'memory.extract', { messages: messages.length })
    // Behind a task that has ended, the signal of its call means nothing any more.
    const { outcome, reason } = await extractRecords(
      { spine, reach, records, models, signal: undefined, id: spine.env.newId() },
      messages,
    )
    return reason === null ? outcome : `${outcome}: ${reason}`
  } catch (error) {
    return `failed: ${tellError(error)}`
  }
}
