import type { Command } from '../command.js'

/** What a numbered list is of, where a number of it means nothing to some commands. Absent: items of any kind. */
export const listKinds = [
  'artifact',
  'conflict',
  'conflict of notes',
  'document',
  'instruction',
  'proposal',
  'record',
  'session',
  'task',
] as const

export type ListKind = (typeof listKinds)[number]

/** What a number must stand for behind a command, and what lists it; undefined where any item will do. */
export function wantedBy({ name }: Pick<Command, 'name'>): Wanted | undefined {
  return WANTED.find(({ commands }) => commands.test(name))
}

/** What shows the numbers of a list again that are no items, for who gave one to a command for items. */
export function isOfItems(kind: ListKind | undefined): boolean {
  return kind === undefined || !NO_ITEMS.has(kind)
}

export interface Wanted {
  readonly commands: RegExp
  readonly kind: ListKind
  readonly listedBy: string
}

const WANTED: readonly Wanted[] = [
  { commands: /^artifact-/, kind: 'artifact', listedBy: 'artifact list' },
  { commands: /^(?:resolve|reopen)-conflict$/, kind: 'conflict', listedBy: 'conflicts' },
  { commands: /^workspace-resolve$/, kind: 'conflict of notes', listedBy: 'workspace conflicts' },
  { commands: /^knowledge-/, kind: 'document', listedBy: 'knowledge list' },
  { commands: /^instruct$/, kind: 'instruction', listedBy: 'instructions' },
  { commands: /^workspace-(?:approve|decline)$/, kind: 'proposal', listedBy: 'workspace proposals' },
  { commands: /^record(?:-|$)/, kind: 'record', listedBy: 'records' },
  {
    commands: /^(?:transcript-(?!append$|import$|repair$)|prompt(?:-|$))/,
    kind: 'session',
    listedBy: 'transcript sessions',
  },
  { commands: /^task-/, kind: 'task', listedBy: 'task list' },
]

const NO_ITEMS: ReadonlySet<ListKind> = new Set(['conflict of notes', 'document', 'proposal', 'session'])
