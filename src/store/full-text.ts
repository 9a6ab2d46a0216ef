import type { Tx } from './statement.js'

/**
 * The engine's full-text index, as bodies to be yielded inside a transaction. One that writes still finds it as it was
 * before.
 */
export interface FullText {
  add(bank: string, rows: readonly IndexRow[]): Tx<void>
  /** Takes exactly what was indexed, else tokens stay behind. */
  remove(bank: string, rows: readonly IndexRow[]): Tx<void>
  /**
   * As {@link remove}, for rows whose texts stay in the store: several times as fast where there are many, and their
   * tokens may lie in the file until the index is built again, as it is before an erasure is proven.
   */
  release(bank: string, rows: readonly IndexRow[]): Tx<void>
  /** The index, narrowed to one bank. */
  of(bank: string): BankIndex
  /** Makes the whole index anew from the stored terms. No body but a call: it takes seconds, so others do it. */
  rebuild(): Promise<void>
}

/** One row of the index: the rid of its terms row, and what was indexed. */
export interface IndexRow {
  readonly rid: number
  readonly words: string
  readonly parts: string
}

/**
 * One bank's part of the full-text index; good for the transaction in which it was made. Answers are in the order of the
 * tokens: where there is a network, all that is asked for at once costs one round trip.
 */
export interface BankIndex {
  /** How many rows hold each token. */
  counts(tokens: readonly string[]): Tx<number[]>
  /** The rids of the rows that hold each token, oldest first. */
  matches(tokens: readonly string[], limit?: number): Tx<number[][]>
  /** The rids of the rows that hold all of the tokens, oldest first. Each common token costs its list. */
  holding(tokens: readonly string[], limit?: number): Tx<number[]>
}
