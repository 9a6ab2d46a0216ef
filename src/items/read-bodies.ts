import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'

/** The texts behind row numbers of `item_text`, those that are still there. */
export function* readBodies(bank: string, textRids: readonly number[]): Tx<ReadonlyMap<number, string>> {
  const rows = yield* all<{ rid: number; body: string }>(
    sql`select rid, body from item_text where bank = ${bank} and rid ${inInt(textRids)}`,
  )
  return new Map(rows.map(({ rid, body }) => [rid, body]))
}
