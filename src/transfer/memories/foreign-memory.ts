import type { Place } from '../entry.js'
import type { Problem } from '../problem.js'

/** What a store of memories holds, that of another system as a rule. */
export type ForeignEntry =
  | {
      readonly kind: 'memory'
      /** As that system names it, else its place. */
      readonly id: string
      readonly text: string
      readonly place: Place
      /** When it was made, as it is written there. */
      readonly created: unknown
      /** Whose it is, where that system has several users. */
      readonly user?: string | undefined
    }
  /** A connection of a graph, which has no text. */
  | { readonly kind: 'relation' }
  | { readonly kind: 'problem'; readonly place: Place; readonly problem: Problem }

/** A form in which memories are kept or exported. */
export interface MemoryForm {
  readonly name: 'mem0' | 'server-memory' | 'memories' | 'note'
  /** As a person calls it. */
  readonly title: string
}
