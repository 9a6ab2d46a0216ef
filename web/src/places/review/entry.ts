import type { OutputOf } from '../../api/operation-types.js'

/** One thing that waits, with all that it takes to decide. */
export type Entry = OutputOf<'memory.review'>['entries'][number]
export type EntryKind = Entry['kind']
export type EntryOf<K extends EntryKind> = Extract<Entry, { readonly kind: K }>

export type Side = 'accept' | 'reject'

/** In the order in which they wait. */
export const entryKinds: readonly EntryKind[] = [
  'conflict',
  'proposed_fact',
  'document',
  'workspace_conflict',
  'workspace_proposal',
  'hygiene',
  'reflection',
]
