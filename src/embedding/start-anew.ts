import { type EmbeddingModel, fingerprintOf } from '../model/embedder.js'
import { sql } from '../store/sql.js'
import { column, get, run, type Tx } from '../store/statement.js'
import { readBankModel, recountBank, refuseOther, setModel } from './bank-model.js'
import { removeEmbeddings } from './remove-embeddings.js'

/**
 * Takes all vectors of a bank out of use, to be made anew by this model. They go page by page (`removePage`): of a large
 * bank, one transaction would hold up everything else for seconds.
 */
export function* startAnew(bank: string, model: EmbeddingModel): Tx<void> {
  const fingerprint = fingerprintOf(model)
  yield* run(sql`
    insert into embedding_bank (bank, model, next_model, dimensions, indexed, failed, skipped, vectors)
    values (${bank}, '', ${fingerprint}, ${model.dimensions}, 0, 0, 0, 0)
    on conflict (bank) do update set model = '', next_model = ${fingerprint}`)
  yield* recountBank(bank)
  yield* run(sql`update bank set generation = generation + 1 where bank = ${bank}`)
}

/**
 * Removes vectors of a bank that starts anew; once none is left, the bank is the new model's. The rows removed. Throws
 * `index_stale` where the bank was promised to another model meanwhile.
 */
export function* removePage(bank: string, model: EmbeddingModel): Tx<number> {
  const present = yield* readBankModel(bank)
  if (present?.next_model !== fingerprintOf(model)) {
    refuseOther(present, fingerprintOf(model))
    return 0
  }
  const texts = yield* column<number>(sql`
    select text_rid from embedding where bank = ${bank} and text_rid > 0 and part = 0
    order by text_rid limit ${PAGE_TEXTS}`)
  const { rows } = yield* removeEmbeddings(bank, texts)
  const left = yield* get(sql`select rid from embedding where bank = ${bank} limit 1`)
  if (left === undefined) yield* setModel(bank, model)
  yield* run(sql`update bank set generation = generation + 1 where bank = ${bank}`)
  return rows
}

/** Makes texts pending again that had failed; the rows removed. */
export function* forgetFailures(bank: string): Tx<number> {
  const texts = yield* column<number>(sql`
    select distinct text_rid from embedding
    where bank = ${bank} and text_rid > 0 and problem is not null and problem <> 'language'
    order by text_rid limit ${PAGE_TEXTS}`)
  const { rows } = yield* removeEmbeddings(bank, texts)
  return rows
}

const PAGE_TEXTS = 128
