import { inInt, sql } from '../store/sql.js'
import { column, run, type Tx } from '../store/statement.js'

/** Removes extractions from their log; tells how many rows, by table. The log holds no words, so nothing is to be proved. */
export function* deleteExtractions(
  bank: string,
  rids: readonly number[],
): Tx<Readonly<Record<string, number>>> {
  const steps = yield* run(
    sql`delete from extraction_step where bank = ${bank} and extraction_rid ${inInt(rids)}`,
  )
  const rows = yield* run(sql`delete from extraction where bank = ${bank} and rid ${inInt(rids)}`)
  return { extraction: rows, extraction_step: steps }
}

/** Removes the whole log of a bank. */
export function* clearExtractions(bank: string): Tx<Readonly<Record<string, number>>> {
  const rids = yield* column<number>(sql`select rid from extraction where bank = ${bank}`)
  return rids.length === 0 ? {} : yield* deleteExtractions(bank, rids)
}
