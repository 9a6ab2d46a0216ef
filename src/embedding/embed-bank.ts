import { MemoryError } from '../errors.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import { type Embedder, type EmbeddingModel, fingerprintOf } from '../model/embedder.js'
import { isEmbedder } from '../model/embedder-source.js'
import { type Reach, reachedBanks } from '../reach.js'
import { codeBank } from '../search/vectors/code-bank.js'
import type { Tx } from '../store/statement.js'
import { type BankModel, claimBank, countPending, readBankModel, recountBank } from './bank-model.js'
import { embedTexts } from './embed-texts.js'
import type { Embedding } from './embedding.js'
import { createPendingWalk } from './pending-walk.js'
import { forgetFailures, removePage, startAnew } from './start-anew.js'
import { type EmbeddedText, inPortions, type Written, writeEmbeddings } from './write-embeddings.js'

export interface EmbedOptions {
  /** Every text anew, by the embedder at hand: also those that have vectors, of whatever model. */
  readonly all: boolean
  readonly progress: (done: number, total: number) => void
  readonly signal: AbortSignal | undefined
}

export interface EmbedReport {
  /** Texts that were embedded. */
  readonly embedded: number
  /** Texts of which some passage was refused by the embedder, or was too long for it however it was parted. */
  readonly failed: number
  /** Texts that the model cannot read. */
  readonly skipped: number
  /** Texts that still have no vectors. */
  readonly pending: number
  /** Fingerprint of the model. */
  readonly model: string
}

/**
 * Embeds what the caller's bank holds without vectors, and what failed before, while others read and write. Stopped or
 * killed half-way, the next call goes on. Throws `index_stale` where the vectors are another model's and `all` is not
 * set, `model_unavailable`, and the signal's reason.
 */
export function embedBank(spine: Spine, reach: Reach, options: EmbedOptions): Promise<EmbedReport> {
  const { embedding } = spine
  if (embedding === undefined) throw noEmbedder('embeddings are off')
  return embedding.exclusively(async () => {
    const run: Run = { spine, reach, embedding, ...options }
    await prepare(run, await embedderOf(run))
    const report = await embedPending(run)
    if (spine.store.vectors === undefined) await codeBank(spine.store, reach.writes)
    return report
  })
}

interface Run extends EmbedOptions {
  readonly spine: Spine
  readonly reach: Reach
  readonly embedding: Embedding
}

/** Asked anew for every batch: a model may be put away, or the process that holds it end. */
async function embedderOf({ embedding, signal }: Run): Promise<Embedder> {
  const given = await embedding.source.get(signal)
  if (!isEmbedder(given)) throw noEmbedder(given.off)
  return given
}

function noEmbedder(why: string): MemoryError {
  return new MemoryError(
    'model_unavailable',
    `there is no embedder: ${why}`,
    'docs/embedders.md says how to get one',
  )
}

/** Removes what must not stay. */
async function prepare(run: Run, { model }: Embedder): Promise<void> {
  const { spine, reach, all } = run
  const bank = reach.writes
  const present = await spine.store.read(readBankModel, bank)
  const isBegun = present?.next_model === fingerprintOf(model)
  if (all) await change(run, () => startAnew(bank, model))
  else if (!isBegun) await spine.store.within(reachedBanks(reach)).aside.tx(claim, bank, model)
  await repeat(
    run,
    ({ next_model }) => next_model !== null,
    () => removePage(bank, model),
  )
  await repeat(
    run,
    ({ failed }) => failed > 0,
    () => forgetFailures(bank),
  )
}

function* claim(bank: string, model: EmbeddingModel): Tx<void> {
  yield* claimBank(bank, model)
  yield* recountBank(bank)
}

/** Page by page, as long as there is something to do. */
async function repeat(run: Run, isToDo: (bank: BankModel) => boolean, page: () => Tx<number>): Promise<void> {
  for (;;) {
    run.signal?.throwIfAborted()
    const present = await run.spine.store.read(readBankModel, run.reach.writes)
    if (present === undefined || !isToDo(present)) return
    if ((await change(run, page)) === 0) return
  }
}

function change<T>({ spine, reach }: Run, body: () => Tx<T>): Promise<T> {
  return write(spine, reach, 'memory.embed', 'memory.write', function* changed() {
    const result = yield* body()
    const rows = typeof result === 'number' ? result : 0
    return { result, effect: { ids: [], counts: rows > 0 ? { embedding: rows } : {} } }
  })
}

async function embedPending(run: Run): Promise<EmbedReport> {
  const { spine, reach, progress, signal } = run
  const bank = reach.writes
  const total = await spine.store.read(countPending, bank)
  const walk = createPendingWalk(spine.store, bank)
  const report = { embedded: 0, failed: 0, skipped: 0 }
  let model = ''
  for (let done = 0; ; ) {
    signal?.throwIfAborted()
    const embedder = await embedderOf(run)
    model = fingerprintOf(embedder.model)
    const texts = await walk.next(TEXTS_AT_ONCE)
    if (texts === undefined) break
    if (texts.length === 0) continue
    const embedded = await embedTexts(embedder, texts, signal)
    const written = await inPortions(embedded, (portion) => writeAudited(run, embedder, portion))
    report.embedded += written.indexed
    report.failed += written.failed
    report.skipped += written.skipped
    done += texts.length
    progress(Math.min(done, total), total)
  }
  return { ...report, pending: await spine.store.read(countPending, bank), model }
}

const TEXTS_AT_ONCE = 32

function writeAudited(
  { spine, reach }: Run,
  { model }: Embedder,
  texts: readonly EmbeddedText[],
): Promise<Written> {
  return write(spine, reach, 'memory.embed', 'memory.write', function* embedded() {
    const result = yield* writeEmbeddings(spine.store.vectors, reach.writes, model, texts)
    const { indexed, failed, skipped } = result
    return { result, effect: { ids: [], counts: { indexed, failed, skipped } } }
  })
}
