/** What one bank holds near the meaning of a question, or why nobody can say. Found before the search's snapshot. */
export type Meaning =
  | {
      readonly outcome: 'found'
      /** The question's, of unit length. */
      readonly vector: Float32Array
      /** Fingerprint of the model that made it. */
      readonly model: string
      /** At most one passage an item, nearest first. */
      readonly near: readonly NearPassage[]
    }
  | { readonly outcome: 'missing'; readonly reason: string }

/** The passage of an item that is nearest to the question. */
export interface NearPassage {
  /** Row number of its vector. It names the same vector for ever: rows are added and removed, never changed. */
  readonly rid: number
  readonly itemRid: number
  /** Cosine, from the vectors as they are stored. */
  readonly similarity: number
}
