import type { Stmt } from './statement.js'

/**
 * Vectors in a form that the engine itself compares, beside the rows of `embedding` that they are derived from, and gone
 * with them. A row that was written without this one is `lacking`.
 */
export interface StoredVectors {
  /** To be run behind the statements that write the rows of `embedding`. */
  add(bank: string, rows: readonly VectorRow[]): Stmt<number>
  /** The rows of `embedding` behind row number `after` that have none here, by row number. */
  lacking(bank: string, after: number, limit: number): Stmt<LackingRow[]>
  /** The nearest passages of a bank, nearest first; none where the bank's vectors are another model's. */
  nearest(bank: string, near: NearTo): readonly [Stmt<unknown>, Stmt<NearRow[]>]
  /** How many rows of a bank lack theirs, or have one that is not of the model's dimensions: for `doctor`. */
  countWrong(bank: string): Stmt<{ readonly n: number } | undefined>
  /**
   * Makes the index of a bank that is too large to be compared row by row; takes minutes. False where it is there, is
   * being made, or may not be made by this user: then every row is compared, which takes longer and finds the same.
   */
  makeIndex(bank: string, dimensions: number): Promise<boolean>
}

/** Which row of `embedding` it belongs to, and its vector; none where those bytes are no vector to compare with. */
export interface VectorRow {
  readonly textRid: number
  readonly part: number
  readonly vector: Float32Array | undefined
}

export interface LackingRow {
  readonly rid: number
  readonly text_rid: number
  readonly part: number
  readonly vector: Uint8Array
}

export interface NearTo {
  readonly vector: Float32Array
  /** Fingerprint of the model that made it. */
  readonly model: string
  readonly count: number
  /** So many of the nearest come with their vectors as they are stored. */
  readonly exact: number
}

export interface NearRow {
  readonly rid: number
  readonly item_rid: number
  /** Cosine, of vectors in half precision. */
  readonly similarity: number
  readonly vector: Uint8Array | null
}
