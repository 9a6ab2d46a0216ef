import { fingerprintOf } from '../model/embedder.js'
import type { Tx } from '../store/statement.js'
import { type BankModel, countPending, readBankModel, staleModel } from './bank-model.js'
import type { Embedding, EmbeddingStatus } from './embedding.js'

/** How far the vectors of a bank are, by counters. */
export interface EmbeddingStats {
  /** `stale`: the vectors are another model's, and are not used. `unavailable`: the embedder failed last. */
  readonly state: 'off' | 'idle' | 'working' | 'unavailable' | 'stale'
  /** Fingerprint of the model that the vectors come from; null before there are any. */
  readonly model: string | null
  /** Items that wait for their turn in this process. */
  readonly queued: number
  /** Texts with vectors. */
  readonly indexed: number
  /** Texts that the embedder refused, or part of them. */
  readonly failed: number
  /** Texts that the model cannot read. */
  readonly skipped: number
  /** Items that this process had no room for in its queue; they are among the pending. */
  readonly dropped: number
  /** Texts without vectors so far. */
  readonly pending: number
  /** Why it stands still. */
  readonly reason: string | null
}

/** The status is to be taken before the transaction begins: whoever is told that nothing runs sees what it has done. */
export function* embeddingStats(
  embedding: Embedding | undefined,
  bank: string,
  status: EmbeddingStatus | undefined,
): Tx<EmbeddingStats> {
  const present = yield* readBankModel(bank)
  const { indexed = 0, failed = 0, skipped = 0 } = present ?? {}
  const { queued, dropped } = status ?? { queued: 0, dropped: 0 }
  return {
    ...standing(embedding, status, present),
    model: present === undefined ? null : (present.next_model ?? present.model),
    queued,
    indexed,
    failed,
    skipped,
    dropped,
    pending: yield* countPending(bank),
  }
}

function standing(
  embedding: Embedding | undefined,
  status: EmbeddingStatus | undefined,
  present: BankModel | undefined,
): Pick<EmbeddingStats, 'state' | 'reason'> {
  if (embedding === undefined || status === undefined)
    return { state: 'off', reason: 'embeddings are switched off' }
  const source = embedding.source.current()
  if (source.state === 'off') return { state: 'off', reason: source.why }
  const { trouble, isWorking } = status
  if (isWorking) return { state: 'working', reason: null }
  const stale = source.model === undefined ? undefined : staleModel(present, fingerprintOf(source.model))
  if (stale !== undefined) return { state: 'stale', reason: `${stale.message}; ${stale.hint}` }
  return trouble === undefined
    ? { state: 'idle', reason: null }
    : { state: trouble.kind, reason: trouble.reason }
}
