import { z } from 'zod'
import type { ItemId } from '../../items/item.js'
import { isWellFormed } from '../../text/well-formed.js'

export const STEPS_MAX = 200
export const TASK_TEXT_MAX_CHARS = 20_000
const STEP_MAX_CHARS = 2_000
/** A state as JSON: what is escaped takes six units for one. */
export const STATE_MAX_CHARS = 6 * (STEPS_MAX * (STEP_MAX_CHARS + 50) + 3 * TASK_TEXT_MAX_CHARS + 1_000)
/** What is told of the reading of a closed task's session. */
export const EXTRACTION_MAX_CHARS = 200

/** Where a step of a plan stands. `dropped`: it will not be done. */
export const stepStatuses = ['pending', 'in_progress', 'done', 'dropped'] as const

export type StepStatus = (typeof stepStatuses)[number]

const text = (max: number) =>
  z.string().trim().min(1).max(max).refine(isWellFormed, { error: 'holds NUL or half a character' })

/** One step, as it is given and kept. */
export const stepShape = z.strictObject({
  step: text(STEP_MAX_CHARS).describe('what is to be done'),
  status: z.enum(stepStatuses).default('pending'),
})

export type PlanStep = z.output<typeof stepShape>

/** What a task is about and where it stands, at one revision; as it is kept. */
export const taskStateShape = z.strictObject({
  name: text(128),
  goal: text(TASK_TEXT_MAX_CHARS),
  plan: z.array(stepShape).max(STEPS_MAX),
  /** Where it stands, in the words of who works on it. */
  state: text(TASK_TEXT_MAX_CHARS).nullable(),
  /** How it ended; null while it is open. */
  outcome: text(TASK_TEXT_MAX_CHARS).nullable(),
})

export type TaskState = Readonly<z.output<typeof taskStateShape>>

export type TaskStatus = 'open' | 'closed'

/** A task as it stands. Times are milliseconds UTC. */
export interface Task extends TaskState {
  readonly id: ItemId
  readonly rid: number
  readonly status: TaskStatus
  /** Grows with each change; a change may ask that it is still the same. */
  readonly revision: number
  /** What the session is called in which it is worked on; null while that has no event, or where none is known. */
  readonly session: string | null
  readonly openedAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
  /** Of a closed task: `pending` until its session was read for what lasts, `reading`, then what came of it. */
  readonly extraction: string | null
}
