import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenTime } from '../wording/spoken-time.js'
import { hanging } from './hanging.js'
import type { View } from './view.js'

type Shown = z.output<Operations['taskShow']['output']>
type Task = Shown['task']
type Written = z.output<Operations['taskUpdate']['output']>['task']

/** A task: its goal, its plan with what is done, where it stands. */
export function renderTaskAnswer(
  { task, documents = [], history = [] }: Pick<Shown, 'task'> & Partial<Shown>,
  view: View,
  done?: string,
): string {
  const { style } = view
  const { name, status, goal, state, outcome, session, revision, updatedAt, extraction } = task
  const facts = [
    status,
    `revision ${revision}`,
    `changed ${spokenTime(updatedAt, view)}`,
    ...(session === null ? [] : [`in session ${session}`]),
    ...(extraction === null ? [] : [`read for what lasts: ${extraction}`]),
  ]
  return [
    style.bold(`${done === undefined ? '' : `${done}: `}${printableLine(name)}`),
    style.dim(printableLine(facts.join(' · '))),
    ...labelled('Goal', goal, view),
    ...planLines(task, view),
    ...(state === null ? [] : labelled('Now', state, view)),
    ...(outcome === null ? [] : labelled('Outcome', outcome, view)),
    ...(documents.length === 0
      ? []
      : labelled('May ask', documents.map(({ title, source }) => source ?? title).join(', '), view)),
    ...history.map((past) =>
      style.dim(
        printableLine(
          `revision ${past.revision}, ${spokenTime(past.at, view)}: ${past.outcome ?? past.state ?? past.goal}`,
        ),
      ),
    ),
  ].join('\n')
}

/** A task that was written: whole where the caller may read it. */
export function renderWrittenTask(task: Written, view: View, done: string): string {
  return isShown(task) ? renderTaskAnswer({ task }, view, done) : `${done}: revision ${task.revision}`
}

function isShown(task: Written): task is Task {
  return task.goal !== undefined
}

/** Tasks, numbered, with how far each is. */
export function renderTasks(
  { tasks }: z.output<Operations['taskList']['output']>,
  view: View,
  showsIds: boolean,
): string {
  const { style, columns } = view
  return tasks
    .map((task, index) => {
      const { id, name, status, goal, state, outcome, plan, updatedAt } = task
      const done = plan.filter((step) => step.status === 'done').length
      const facts = [
        status,
        ...(plan.length === 0 ? [] : [`${done} of ${plan.length} steps done`]),
        `changed ${spokenTime(updatedAt, view)}`,
      ]
      return [
        `${style.bold(style.accent(String(index + 1)))}  ${style.bold(printableLine(name))}`,
        ...hanging('   ', printableLine(outcome ?? state ?? goal), columns),
        style.dim(`   ${facts.join(' · ')}`),
        ...(showsIds ? [style.dim(`   ${id}`)] : []),
      ].join('\n')
    })
    .join('\n\n')
}

function planLines({ plan }: Task, { style, columns }: View): string[] {
  return plan.flatMap(({ step, status }, index) => {
    const lines = hanging(`  ${index + 1}. ${MARKS[status]} `, printableLine(step), columns)
    return status === 'done' || status === 'dropped' ? lines.map(style.dim) : lines
  })
}

const MARKS = { pending: '[ ]', in_progress: '[>]', done: '[x]', dropped: '[-]' } as const

function labelled(label: string, text: string, { columns }: View): string[] {
  return hanging(`${label}: `, printableLine(text), columns)
}
