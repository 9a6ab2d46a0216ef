import type { ItemId, Origin, Trust } from '../../items/item.js'
import type { NewRecord } from '../records/record.js'

/** A record that an extractor proposes. */
export interface Candidate extends NewRecord {
  /** How much it is worth keeping, from 1 to 5. */
  readonly salience: number
  /** Whether it can have one value only, and its name says of what. Rules alone say so. */
  readonly isSingleValue?: boolean
  /** The user's words it rests on. */
  readonly cited: Cited
}

/** A candidate, with where its words come from and how far they are believed, as code knows it. */
export interface BelievedCandidate extends Candidate {
  readonly origin: Origin
  readonly trust: Trust
}

/** A place in the user's words. */
export interface Cited {
  /** The words as they stand there. */
  readonly text: string
  /** The message they stand in, where that is stored. */
  readonly item: ItemId | null
  /** When it was said; null for just now. Milliseconds UTC. */
  readonly at: number | null
}

/** Below this a candidate is dropped. */
export const LEAST_SALIENCE = 3

/** One message of the user, without what was injected into it. */
export interface OwnWords {
  readonly text: string
  readonly item: ItemId | null
  readonly at: number | null
  /** Whether the assistant spoke just before. */
  readonly isAnswer: boolean
}
