import { flag } from './arguments/flag.js'
import type { Presentation } from './command-of.js'
import { runTaskClose, runTaskList, runTaskOpen, runTaskShow, runTaskUpdate } from './commands/tasks.js'

const TASK = {
  field: 'task',
  placeholder: 'TASK',
  description: 'its name, its number in the last list or its id',
  isRequired: true,
  joins: true,
}

const STEPS = flag('step', 'one step of the plan; once for each, in order', {
  kind: 'list',
  placeholder: 'TEXT',
  isWhole: true,
})
const numbers = (name: string, what: string) => flag(name, what, { kind: 'list', placeholder: 'N,…' })

/** What a terminal adds to the operations on tasks. */
export const taskPresentations: readonly (readonly [string, Presentation])[] = [
  [
    'taskOpen',
    {
      group: 'Remember',
      main: { field: 'name', placeholder: 'NAME', isRequired: true, joins: true },
      hides: ['plan'],
      adds: [STEPS],
      run: runTaskOpen,
    },
  ],
  [
    'taskUpdate',
    {
      group: 'Remember',
      main: TASK,
      hides: ['plan', 'steps'],
      adds: [
        STEPS,
        numbers('doing', 'numbers of steps that are worked on now'),
        numbers('done', 'numbers of steps that are done'),
        numbers('dropped', 'numbers of steps that will not be done'),
      ],
      run: runTaskUpdate,
    },
  ],
  ['taskClose', { group: 'Remember', main: TASK, run: runTaskClose }],
  ['taskShow', { main: TASK, run: runTaskShow }],
  ['taskList', { run: runTaskList }],
]
