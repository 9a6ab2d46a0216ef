import type { Operation } from '../operations/operation.js'
import { type OperationName, operations } from '../operations/table.js'
import { type Audience, isPerson } from '../reach.js'

/** An operation that is offered over HTTP, under its name in the SDK. */
export interface Offered {
  readonly key: OperationName
  readonly operation: Operation
  readonly path: string
}

/** All of them, in the order of the table. */
export const offeredOperations: readonly Offered[] = Object.entries(
  operations as unknown as Record<OperationName, Operation>,
)
  .filter(([, { surfaces }]) => surfaces.includes('http'))
  .map(([key, operation]) => ({
    key: key as OperationName,
    operation,
    path: `/api/v1/${operation.name.replace('.', '/')}`,
  }))

/** Those of an audience; all that persons have where none is named. */
export function offered(audience?: Audience): Offered[] {
  return offeredOperations.filter(({ operation }) =>
    audience === undefined
      ? operation.audience.some((one) => isPerson(one))
      : operation.audience.includes(audience),
  )
}

/** Whether a repeat of the call can be told by a key. */
export function takesKey({ effect, answersSecret }: Operation): boolean {
  return effect !== 'read' && answersSecret !== true
}

export function groupOf({ name }: Operation): string {
  return name.replace(/\..*$/, '')
}

/** What the operations of a group are about. */
export function groupTold(name: string): string {
  return groupsTold.get(name) ?? name
}

const groupsTold: ReadonlyMap<string, string> = new Map([
  ['memory', 'What was said and noted, and what is known from it'],
  ['record', 'Memory records: Markdown that a person may edit'],
  ['knowledge', 'Documents: import, review, read, search, ask'],
  ['workspace', 'What all users of the store share, and who decides on it'],
  ['transcript', 'What happened in a task, event by event'],
  ['task', 'Tasks: goal, plan, state, outcome'],
  ['artifact', 'Outputs that are too large for a prompt'],
  ['prompt', 'What a model is to know now'],
  ['remote', 'Memories that lie elsewhere'],
  ['key', 'Who may come in over a network'],
  ['system', 'How this server is doing'],
  ['server', 'Addresses beside the operations'],
])
