import { MemoryError } from '../errors.js'
import { type EmbeddingModel, fingerprintOf } from '../model/embedder.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'

/** Whose vectors a bank holds, and of how many texts. */
export interface BankModel {
  /** Fingerprint; empty while vectors of the one before are being removed. */
  readonly model: string
  /** Fingerprint of the one whose turn comes when they are gone. */
  readonly next_model: string | null
  readonly dimensions: number
  /** Texts of which every passage has a vector. */
  readonly indexed: number
  /** Texts of which some passage has none. */
  readonly failed: number
  /** Texts that the model cannot read. */
  readonly skipped: number
  readonly vectors: number
}

/** Undefined for a bank that nothing was ever embedded in. */
export function* readBankModel(bank: string): Tx<BankModel | undefined> {
  return yield* get<BankModel>(sql`
    select model, next_model, dimensions, indexed, failed, skipped, vectors from embedding_bank where bank = ${bank}`)
}

/** The model of some bank of the store, to stay with where nobody chose another. */
export function anyModel() {
  // bank-ok: a model says nothing of a bank
  return get<{ model: string }>(sql`select model from embedding_bank where model <> '' limit 1`)
}

/** How many texts of a bank are neither embedded nor known not to be; by counters, whatever the size of the bank. */
export function* countPending(bank: string): Tx<number> {
  const counted = yield* get<{ items: number; done: number | null }>(sql`
    select b.items, e.indexed + e.failed + e.skipped as done
    from bank b left join embedding_bank e on e.bank = b.bank where b.bank = ${bank}`)
  return Math.max(0, (counted?.items ?? 0) - (counted?.done ?? 0))
}

/**
 * Makes sure that vectors of this model may be added to the bank: a bank without any takes it. Throws `index_stale`
 * for any other model than the one that is there, of the same dimensions too: two are never mixed (S13).
 */
export function* claimBank(bank: string, model: EmbeddingModel): Tx<void> {
  const fingerprint = fingerprintOf(model)
  const present = yield* readBankModel(bank)
  if (present?.model === fingerprint) return
  if (present !== undefined && (present.next_model !== null || (yield* hasRows(bank))))
    throw otherModel(present, fingerprint)
  yield* run(sql`
    insert into embedding_bank (bank, model, next_model, dimensions, indexed, failed, skipped, vectors)
    values (${bank}, ${fingerprint}, null, ${model.dimensions}, 0, 0, 0, 0)
    on conflict (bank) do update set model = ${fingerprint}, dimensions = ${model.dimensions},
      indexed = 0, failed = 0, skipped = 0, vectors = 0`)
}

/** Counters may be wrong, and then vectors of two models would meet. */
function* hasRows(bank: string): Tx<boolean> {
  return (yield* get(sql`select rid from embedding where bank = ${bank} limit 1`)) !== undefined
}

/** Throws `index_stale` for any model whose vectors may not be added to the bank. */
export function refuseOther(present: BankModel | undefined, fingerprint: string): void {
  const stale = staleModel(present, fingerprint)
  if (stale !== undefined) throw stale
}

/** Only where no row of another model is left. */
export function* setModel(bank: string, model: EmbeddingModel): Tx<void> {
  yield* run(sql`
    update embedding_bank set model = ${fingerprintOf(model)}, next_model = null, dimensions = ${model.dimensions}
    where bank = ${bank}`)
}

/**
 * What is to be said where a bank's vectors are not of this model; undefined where they are, or where there are none. By
 * counters, before anything is read or embedded; `claimBank` looks at the rows.
 */
export function staleModel(present: BankModel | undefined, fingerprint: string): MemoryError | undefined {
  if (present === undefined || present.model === fingerprint) return undefined
  const { next_model, indexed, failed, skipped } = present
  if (next_model === null && indexed + failed + skipped === 0) return undefined
  return otherModel(present, fingerprint)
}

function otherModel({ model, next_model }: BankModel, fingerprint: string): MemoryError {
  const was = next_model === null ? `made by ${model}` : `being removed to make room for ${next_model}`
  return new MemoryError(
    'index_stale',
    `the vectors of this memory are ${was}, the embedder is ${fingerprint}`,
    'run: recollect embed --all',
  )
}

/** Added to the counters. */
export interface Counted {
  readonly indexed: number
  readonly failed: number
  readonly skipped: number
  readonly vectors: number
}

export function* addToCounters(bank: string, { indexed, failed, skipped, vectors }: Counted): Tx<void> {
  yield* run(sql`
    update embedding_bank set indexed = indexed + ${indexed}, failed = failed + ${failed},
      skipped = skipped + ${skipped}, vectors = vectors + ${vectors}
    where bank = ${bank}`)
}

/** The counters as the rows say, from indexes alone: of a large bank no vector is read. */
export function* countRows(bank: string): Tx<Counted> {
  const row = yield* get<{
    texts: number
    row_count: number
    troubled: number
    skipped: number
    failed: number
  }>(sql`
    select
      (select count(*) from embedding where bank = ${bank} and part = 0) as texts,
      (select count(*) from embedding where bank = ${bank}) as row_count,
      (select count(*) from embedding where bank = ${bank} and problem is not null) as troubled,
      (select count(*) from embedding where bank = ${bank} and problem is not null and problem = 'language') as skipped,
      (select count(distinct text_rid) from embedding
        where bank = ${bank} and problem is not null and problem <> 'language') as failed`)
  const { texts = 0, row_count = 0, troubled = 0, skipped = 0, failed = 0 } = row ?? {}
  return { indexed: texts - skipped - failed, failed, skipped, vectors: row_count - troubled }
}

/** Sets the counters to what the rows say. */
export function* recountBank(bank: string): Tx<void> {
  const { indexed, failed, skipped, vectors } = yield* countRows(bank)
  yield* run(sql`
    update embedding_bank set indexed = ${indexed}, failed = ${failed}, skipped = ${skipped}, vectors = ${vectors}
    where bank = ${bank}`)
}
