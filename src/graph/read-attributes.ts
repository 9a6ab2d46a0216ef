import type { ItemId } from '../items/item.js'
import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { EdgeStatus } from './edges.js'

/** What is said of one entity alone: a role, a preference. */
export interface EntityAttribute {
  readonly rid: number
  readonly id: ItemId
  /** `role`, `location`; null for what has no name. */
  readonly attribute: string | null
  readonly value: string | null
  /** The words that say it. */
  readonly text: string
  readonly status: EdgeStatus
  /** From 0 to 1. */
  readonly confidence: number
}

/** Newest first, by the entities' row numbers. What holds now, and what waits to be confirmed. */
export function* readAttributes(
  bank: string,
  rids: readonly number[],
  limit: number,
): Tx<ReadonlyMap<number, readonly EntityAttribute[]>> {
  const rows = yield* all<Row>(sql`
    select f.item_rid as rid, f.subject_rid, i.id, i.kind, t.attribute, t.value, x.body, f.status, f.confidence
    from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
    where f.bank = ${bank} and f.subject_rid ${inInt(rids)} and f.status in ('active', 'proposed')
      and f.subject_rid is not null and (i.kind <> 'relation' or t.attribute is not null)`)
  const found = new Map<number, EntityAttribute[]>(rids.map((rid) => [rid, []]))
  // Not in SQL, where an order makes SQLite walk all facts of the bank in it.
  const newest = rows.sort((a, b) => b.rid - a.rid).slice(0, limit)
  for (const { subject_rid, body, confidence, rid, id, attribute, value, status } of newest) {
    found
      .get(subject_rid)
      ?.push({ rid, id, attribute, value, text: body, status, confidence: confidence / 100 })
  }
  return found
}

interface Row {
  readonly rid: number
  readonly subject_rid: number
  readonly id: ItemId
  readonly attribute: string | null
  readonly value: string | null
  readonly body: string
  readonly status: EdgeStatus
  readonly confidence: number
}
