import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import { attempt, notify } from '../../parts/notice.js'
import { sayTask } from './task-names.js'
import { t } from './words.js'

interface Named {
  readonly id: string
  readonly title: string
}

/** Lets a task ask a document from its next message on. */
export async function attach(task: string, { id, title }: Named): Promise<void> {
  const input = { task, documents: [id] }
  await done(
    () => call('knowledge.attach', input),
    t('attached', title, sayTask(task)),
    () => call('knowledge.detach', input),
  )
}

export async function detach(task: string, { id, title }: Named): Promise<void> {
  const input = { task, documents: [id] }
  let wasEverything = false
  await done(
    async () => {
      wasEverything = (await call('knowledge.detach', input)).wasEverything
    },
    t('detached', title, sayTask(task)),
    () => call('knowledge.attach', wasEverything ? { task, all: true } : input),
  )
}

/** Lets a task ask all that is published, also what will be; or, taken back, what it could ask before. */
export async function attachAll(task: string, before: readonly Named[]): Promise<void> {
  await done(
    () => call('knowledge.attach', { task, all: true }),
    t('attachedAll', sayTask(task)),
    () => onlyThese(task, before),
  )
}

/** Takes all away from a task. */
export async function detachAll(task: string): Promise<void> {
  await done(
    () => call('knowledge.detach', { task, all: true }),
    t('detachedAll', sayTask(task)),
    () => call('knowledge.attach', { task, all: true }),
  )
}

async function onlyThese(task: string, documents: readonly Named[]): Promise<void> {
  await call('knowledge.detach', { task, all: true })
  if (documents.length > 0) await call('knowledge.attach', { task, documents: documents.map(({ id }) => id) })
}

async function done(work: () => Promise<unknown>, said: string, undo: () => Promise<unknown>): Promise<void> {
  if (!(await attempt(work))) return
  noticeChange()
  notify(said, {
    undo: async () => {
      await undo()
      noticeChange()
    },
  })
}
