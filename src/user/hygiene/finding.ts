import { createHash } from 'node:crypto'

export const findingKinds = [
  'duplicate_identity',
  'conflicting_preference',
  'stale_preference',
  'orphan_project',
  'missing_embeddings',
  'near_duplicate',
  'junk',
] as const

export type FindingKind = (typeof findingKinds)[number]

export const proposedActions = ['merge_entities', 'retract', 'forget', 'embed', 'none'] as const

export type ProposedAction = (typeof proposedActions)[number]

/** Something that should be looked at. Nothing of it is stored. */
export interface Finding {
  /** The same as long as the same is found about the same. */
  readonly id: string
  readonly kind: FindingKind
  readonly what: string
  /** Items that it is about, the one to keep first. */
  readonly items: readonly string[]
  /** Entities that it is about, the one to keep first. */
  readonly entities: readonly string[]
  readonly proposal: Proposal
}

export interface Proposal {
  readonly action: ProposedAction
  /** The operation that does it, and what to give it; null where there is nothing to do but to look. */
  readonly call: ProposedCall | null
  /** What takes it back; null where nothing can, or nothing needs to. */
  readonly undo: ProposedCall | null
}

/** A call as any surface can make it. */
export interface ProposedCall {
  readonly operation: string
  readonly input: Readonly<Record<string, string | readonly string[]>>
}

/** A finding under its id: a hash of what is found about what, so that it holds no text. */
export function finding(found: Omit<Finding, 'id'>): Finding {
  const about = [found.kind, ...[...found.items].sort(), ...[...found.entities].sort()].join(' ')
  const id = createHash('sha256').update(about).digest('hex').substring(0, ID_CHARS) // slice-ok: hexadecimal
  return { id, ...found }
}

const ID_CHARS = 12
