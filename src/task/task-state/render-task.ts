import { inFence } from '../../text/fence.js'
import type { StepStatus, Task } from './task-state.js'

/**
 * A task as lines for a prompt: what it is about, its plan with the status of each step, where it stands. Every text is on
 * a line of its own that nothing in it can leave. The same task is always the same text.
 */
export function renderTask(task: Pick<Task, 'name' | 'goal' | 'plan' | 'state' | 'outcome'>): string {
  const { name, goal, plan, state, outcome } = task
  return [
    `Task: ${inFence(name)}`,
    `Goal: ${inFence(goal)}`,
    ...(plan.length === 0 ? [] : ['Plan:']),
    ...plan.map(({ step, status }, index) => `${index + 1}. [${MARKS[status]}] ${inFence(step)}`),
    ...(state === null ? [] : [`Where it stands: ${inFence(state)}`]),
    ...(outcome === null ? [] : [`Outcome: ${inFence(outcome)}`]),
  ].join('\n')
}

const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: ' ',
  in_progress: 'now',
  done: 'done',
  dropped: 'dropped',
}
