import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { homeOf, userOf } from '../home-of.js'
import { ofAnotherKind } from '../lists/explain-stale.js'
import { readLastList } from '../lists/last-list.js'
import { showList } from '../lists/show-list.js'
import { renderTaskAnswer, renderTasks, renderWrittenTask } from '../render/tasks.js'
import { tell } from '../tell.js'
import { runOperation, show } from './run-operation.js'

type Input<N extends keyof Operations> = z.input<Operations[N]['input']>

/** Opens a task. */
export async function runTaskOpen(call: CommandCall): Promise<ExitCode> {
  const { step, ...rest } = call.input
  const { memory } = await call.open()
  const output = await memory.taskOpen({ ...rest, plan: planOf(step) } as Input<'taskOpen'>)
  show(call, output, ({ task, outcome }) => renderWrittenTask(task, call.view, OPENED[outcome]))
  return 0
}

const OPENED = { opened: 'Opened', reopened: 'Opened again', open: 'Open already' } as const

/** Says where a task stands. */
export async function runTaskUpdate(call: CommandCall): Promise<ExitCode> {
  const { step, doing, done, dropped, ...rest } = named(call)
  const steps = [
    ...marked(doing, 'doing', 'in_progress'),
    ...marked(done, 'done', 'done'),
    ...marked(dropped, 'dropped', 'dropped'),
  ]
  const { memory } = await call.open()
  const output = await memory.taskUpdate({
    ...rest,
    ...(step === undefined ? {} : { plan: planOf(step) }),
    ...(steps.length === 0 ? {} : { steps }),
  } as Input<'taskUpdate'>)
  show(call, output, ({ task }) => renderWrittenTask(task, call.view, 'Changed'))
  return 0
}

/** Ends a task; its session is read before the program ends. */
export function runTaskClose(call: CommandCall): Promise<ExitCode> {
  return runOperation({ ...call, input: named(call) }, 'taskClose', ({ task }) =>
    renderWrittenTask(task, call.view, 'Closed'),
  )
}

/** Shows a task. */
export function runTaskShow(call: CommandCall): Promise<ExitCode> {
  return runOperation({ ...call, input: named(call) }, 'taskShow', (output) =>
    renderTaskAnswer(output, call.view),
  )
}

/** Lists tasks, numbered. */
export async function runTaskList(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const wanted = input as Input<'taskList'>
  const output = await memory.taskList(wanted)
  await showList(call, output, {
    kind: 'task',
    ids: output.tasks.map(({ id }) => id),
    hint: 'Numbers can be used: recollect task show 1 shows the first, task update 1 says where it stands.',
    render: (shown, showsIds) => renderTasks(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  const shown = (wanted?.skip ?? 0) + output.tasks.length
  if (output.total === 0) tell(terminal, 'There is no task: recollect task open NAME --goal "…" opens one.')
  else if (shown < output.total) tell(terminal, `More: the same with --skip ${shown}`)
  return 0
}

/** A number alone stands for the task in the last list; where there is no such number, a task may be called by it. */
function named(call: CommandCall): Readonly<Record<string, unknown>> {
  const task = String(call.input['task'] ?? '')
  if (!/^#?\d{1,4}$/.test(task)) return call.input
  const list = readLastList(homeOf(call.flags), userOf(call.flags))
  const number = Number(task.replace('#', ''))
  const id = list?.ids[number - 1]
  if (list === undefined || id === undefined) return call.input
  const other = ofAnotherKind(number, list, { command: { name: 'task-show' } })
  if (other !== undefined) throw new UsageError(other.message, other.hint)
  return { ...call.input, task: id }
}

function planOf(steps: unknown): { readonly step: string }[] {
  return Array.isArray(steps) ? steps.map((step) => ({ step: String(step) })) : []
}

function marked(numbers: unknown, flag: string, status: 'in_progress' | 'done' | 'dropped') {
  if (!Array.isArray(numbers)) return []
  return numbers.map((given) => {
    const number = Number(given)
    if (Number.isSafeInteger(number) && number > 0) return { number, status }
    throw new UsageError(`--${flag} takes numbers of steps`, `like --${flag} 1,2`)
  })
}
