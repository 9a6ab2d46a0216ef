import type { EmbedderSource } from '../model/embedder-source.js'
import type { Claim } from '../store/jobs.js'

/** What embeds the texts of one open store, in the background. Absent where no embedder may be used. */
export interface Embedding {
  /** Where the embedder comes from; a search asks it for the vector of its question. */
  readonly source: EmbedderSource
  /** Called after each commit that added items: they are embedded as soon as it is their turn. */
  added(bank: string, ids: readonly string[]): void
  /** Many items were added that nobody names. */
  filled(bank: string): void
  /** The bank is in use: what others left in it without vectors (imports, other processes) is looked for now and then. */
  noticed(bank: string): void
  /** Runs while the background rests, so that no text is embedded twice. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Whether nothing is tried at the moment: there is no embedder, or it failed, or all is being closed. */
  isResting(): boolean
  /** A bank whose job was claimed: resolves once all that waits in it is embedded, or cannot be for now. */
  seeTo(claim: Claim): Promise<void>
  status(bank: string): EmbeddingStatus
  /**
   * Waits a moment for what was added last, but for no model that is still being loaded, and for nothing that others
   * left. What is not done stays pending, in the store, for the next time. Never throws. The source stays open:
   * whoever made it closes it.
   */
  close(): Promise<void>
}

/** What this process knows beside the rows. */
export interface EmbeddingStatus {
  /** For this bank. */
  readonly isWorking: boolean
  /** Items that wait in memory. */
  readonly queued: number
  /** Items that the queue had no room for, since the store was opened: they are found as pending. */
  readonly dropped: number
  /** Why nothing is embedded at the moment. */
  readonly trouble: Trouble | undefined
}

export interface Trouble {
  /** `off`: there is no embedder; `stale`: the bank's vectors are of another model. */
  readonly kind: 'off' | 'unavailable' | 'stale'
  readonly reason: string
}
