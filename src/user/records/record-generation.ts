import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'

/** Differs from what it was before once a record of the bank was made, changed or removed. */
export function* recordGeneration(bank: string): Tx<string> {
  const row = yield* get<{ n: number; changes: number; last: number | null }>(sql`
    select count(*) as n, cast(coalesce(sum(revision), 0) as bigint) as changes, max(item_rid) as last from record where bank = ${bank}`)
  return [row?.n, row?.changes, row?.last].join('.')
}
