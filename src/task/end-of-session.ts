import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'

/** Where the next turn of a session goes. */
export interface End {
  readonly sessionRid: number
  seq: number
  /** The place of the last that is memory. */
  said: number
}

export function* endOf(bank: string, sessionRid: number): Tx<End> {
  const last = yield* get<{ seq: number }>(
    sql`select seq from turn where bank = ${bank} and session_rid = ${sessionRid} order by seq desc limit 1`,
  )
  const said = yield* get<{ place: number }>(sql`
    select case said when 0 then seq else said end as place from turn
    where bank = ${bank} and session_rid = ${sessionRid} order by case said when 0 then seq else said end desc limit 1`)
  return { sessionRid, seq: last?.seq ?? 0, said: Math.max(0, said?.place ?? 0) }
}
