import { z } from 'zod'
import { stepStatuses, type Task } from '../task/task-state/task-state.js'
import { formatMoment } from '../text/zone.js'
import type { Call } from './operation.js'

export const taskShape = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['open', 'closed']),
  goal: z.string(),
  plan: z.array(z.object({ step: z.string(), status: z.enum(stepStatuses) })),
  state: z.string().nullable().describe('where it stands, in the words of who works on it'),
  outcome: z.string().nullable().describe('how it ended; null while it is open'),
  session: z.string().nullable().describe('in which it is worked on; null until that has an event'),
  revision: z.number(),
  openedAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  extraction: z
    .string()
    .nullable()
    .describe(
      'of a closed task: pending until its session was read for what lasts; then done, or why nothing came of it',
    ),
})

export function showTask(
  { rid: _, openedAt, updatedAt, closedAt, plan, ...task }: Task,
  zone: string,
): z.input<typeof taskShape> {
  const iso = (at: number) => formatMoment(at, zone)
  return {
    ...task,
    plan: plan.map((step) => ({ ...step })),
    openedAt: iso(openedAt),
    updatedAt: iso(updatedAt),
    closedAt: closedAt === null ? null : iso(closedAt),
  }
}

/** What a caller gets of a task that it writes and may not read: that it was written. */
export const writtenShape = taskShape
  .partial()
  .required({ id: true, revision: true })
  .describe('as it stands now; of one that the caller may not read, id and revision')

export function showWritten({ spine, reach }: Call, task: Task): z.input<typeof writtenShape> {
  if (reach.capabilities.has('memory.read')) return showTask(task, spine.zone)
  return { id: task.id, revision: task.revision }
}
