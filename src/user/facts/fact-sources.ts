import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import type { Span } from '../../text/span.js'

/** Where in one of its sources a fact stands, and by which names it speaks of its ends there. */
export interface FactPlace {
  readonly sourceRid: number
  readonly clauseAt: Span
  readonly valueAt: Span | null
  readonly fromName: number | null
  readonly toName: number | null
}

/** Answers whether it was not one of its sources already. */
export function* addFactSource(bank: string, itemRid: number, place: FactPlace): Tx<boolean> {
  const { sourceRid, clauseAt, valueAt, fromName, toName } = place
  const added = yield* run(sql`
    insert into fact_source (bank, item_rid, source_rid, clause_start, clause_end, value_start, value_end,
      from_name, to_name)
    values (${bank}, ${itemRid}, ${sourceRid}, ${clauseAt[0]}, ${clauseAt[1]}, ${valueAt?.[0] ?? null},
      ${valueAt?.[1] ?? null}, ${fromName}, ${toName})
    on conflict do nothing`)
  return added > 0
}

export function* hasSource(bank: string, itemRid: number, sourceRid: number): Tx<boolean> {
  const present = yield* get(sql`
    select rid from fact_source where bank = ${bank} and item_rid = ${itemRid} and source_rid = ${sourceRid}`)
  return present !== undefined
}
