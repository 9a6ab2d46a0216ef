import type { BankState } from './bank-vectors.js'
import type { Meaning } from './meaning.js'

/** What the banks hold near a question; who asks does not know whether the engine compares vectors or this process. */
export interface NearVectors {
  /**
   * What a bank holds near a question. Waits until `patience` is aborted; what was begun goes on. Never throws for what
   * the store does: it says what is missing.
   */
  near(bank: string, question: QuestionVector, patience: AbortSignal, warmed?: Warmed): Promise<Meaning>
  /** Begins to make ready for a bank, while something else is waited for; what it finds spares `near` a look. */
  warm(bank: string): Warmed | undefined
  /** Ends what is going on. To be called before the store is closed. */
  close(): Promise<void>
}

/** How a bank stood when it was made ready, by the rows; undefined where that could not be read. */
export type Warmed = Promise<BankState | undefined>

export interface QuestionVector {
  /** Of unit length. */
  readonly vector: Float32Array
  /** Fingerprint of the model that made it. */
  readonly model: string
  /** Not every item is wanted, so that more must be looked at. */
  readonly isNarrowed?: boolean
}
