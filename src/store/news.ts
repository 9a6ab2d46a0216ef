/**
 * Word that something was committed, from process to process, where a server can carry it. It says whose bank it was, as a
 * mark, and no more; who hears it looks for itself. Word may be lost: who must miss nothing looks now and then too.
 */
export interface News {
  /** Whether word would arrive at the moment. Where not, who waits has to look by itself. */
  readonly isHeard: boolean
  /**
   * Told of each bank in which something was committed, here or elsewhere, as {@link bankMark} names it; `anything` where
   * word may have been missed, or it was about the store. Ends with what it returns.
   */
  listen(onNews: (mark: string) => void): () => void
}

/** Something may have happened anywhere. */
export const ANYTHING = '*'
