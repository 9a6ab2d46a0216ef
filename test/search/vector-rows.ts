import { type EmbeddingModel, fingerprintOf } from '../../src/model/embedder.js'
import { removeCodes } from '../../src/search/vectors/stored-codes.js'
import { readVector } from '../../src/search/vectors/vector.js'
import { inInt, sql } from '../../src/store/sql.js'
import { batch, column, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'

export const model: EmbeddingModel = {
  name: 'test:given',
  dimensions: 64,
  pooling: 'mean',
  preparation: 'none',
  maxTokens: 64,
  languages: 'all',
}

/** Writes rows of vectors as the pipeline does, of texts that are not there: for the index of a bank. */
export function addVectors(
  store: Store,
  bank: string,
  vectors: readonly Float32Array[],
  of: EmbeddingModel = model,
  /** As a process does that knows of no vectors but these. */
  { isLacking = false } = {},
): Promise<number[]> {
  return store.within({ writes: [bank] }).tx(function* write(): Tx<number[]> {
    yield* touched(bank)
    yield* run(sql`
      insert into embedding_bank (bank, model, next_model, dimensions, indexed, failed, skipped, vectors)
      values (${bank}, ${fingerprintOf(of)}, null, ${of.dimensions}, 0, 0, 0, 0)
      on conflict (bank) do update set model = ${fingerprintOf(of)}, dimensions = ${of.dimensions}`)
    yield* run(sql`
      update embedding_bank set indexed = indexed + ${vectors.length}, vectors = vectors + ${vectors.length}
      where bank = ${bank}`)
    const first = (yield* column<number>(
      sql`select coalesce(max(rid), 0) from embedding where bank = ${bank}`,
    ))[0]!
    const rows = vectors.map(({ buffer, byteOffset, byteLength }, index) => ({
      textRid: first + index + 1,
      part: 0,
      bytes: new Uint8Array(buffer, byteOffset, byteLength),
    }))
    yield* batch(
      rows.map(({ textRid, part, bytes }) =>
        run(sql`
          insert into embedding (bank, text_rid, item_rid, part, vector, problem)
          values (${bank}, ${textRid}, ${textRid}, ${part}, ${bytes}, null)`),
      ),
    )
    if (store.vectors !== undefined && !isLacking) {
      const usable = rows.map((row) => ({ ...row, vector: readVector(row.bytes, of.dimensions) }))
      yield* store.vectors.add(bank, usable)
    }
    return yield* column<number>(
      sql`select rid from embedding where bank = ${bank} and rid > ${first} order by rid`,
    )
  })
}

export function removeVectors(store: Store, bank: string, rids: readonly number[]): Promise<void> {
  return store.within({ writes: [bank] }).tx(function* remove(): Tx<void> {
    yield* touched(bank)
    yield* removeCodes(bank, rids)
    const count = yield* run(sql`delete from embedding where bank = ${bank} and rid ${inInt(rids)}`)
    yield* run(sql`
      update embedding_bank set indexed = indexed - ${count}, vectors = vectors - ${count} where bank = ${bank}`)
  })
}

function* touched(bank: string): Tx<void> {
  yield* run(sql`
    insert into bank (bank, kind, owner, created_at, generation, items, words)
    values (${bank}, 'user', 'ann', 0, 1, 0, 0)
    on conflict (bank) do update set generation = bank.generation + 1`)
}
