import { removeCodes } from '../search/vectors/stored-codes.js'
import { inInt, sql } from '../store/sql.js'
import { all, run, type Tx } from '../store/statement.js'
import { addToCounters } from './bank-model.js'

export interface RemovedEmbeddings {
  readonly rows: number
  /** The bytes of the vectors, for the proof of erasure. */
  readonly vectors: readonly Uint8Array[]
}

/** Removes all that was embedded of some texts; to be called in the transaction that removes the texts. */
export function* removeEmbeddings(bank: string, textRids: readonly number[]): Tx<RemovedEmbeddings> {
  const rows = yield* all<EmbeddingRow>(
    sql`select rid, text_rid, vector, problem from embedding where bank = ${bank} and text_rid ${inInt(textRids)}`,
  )
  if (rows.length === 0) return { rows: 0, vectors: [] }
  yield* run(sql`delete from embedding where bank = ${bank} and text_rid ${inInt(textRids)}`)
  yield* removeCodes(
    bank,
    rows.map(({ rid }) => rid),
  )
  yield* discount(bank, rows)
  return { rows: rows.length, vectors: rows.flatMap(({ vector }) => (vector === null ? [] : [vector])) }
}

interface EmbeddingRow extends TextProblem {
  readonly rid: number
  readonly vector: Uint8Array | null
}

interface TextProblem {
  readonly text_rid: number
  readonly problem: string | null
}

/** Takes all rows of some texts out of the counters. */
function* discount(bank: string, rows: readonly TextProblem[]): Tx<void> {
  const texts = new Set(rows.map(({ text_rid }) => text_rid))
  const skipped = new Set(
    rows.filter(({ problem }) => problem === 'language').map(({ text_rid }) => text_rid),
  )
  const failed = new Set(
    rows.filter(({ problem }) => problem !== null && problem !== 'language').map(({ text_rid }) => text_rid),
  )
  yield* addToCounters(bank, {
    indexed: skipped.size + failed.size - texts.size,
    failed: -failed.size,
    skipped: -skipped.size,
    vectors: -rows.filter(({ problem }) => problem === null).length,
  })
}
