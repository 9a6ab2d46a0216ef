import type { FactStatus, ItemId } from '../items/item.js'
import { type Sql, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'

/** What is said of one entity alone: a role, a preference. */
export interface EntityAttribute {
  readonly rid: number
  readonly id: ItemId
  /** `role`, `location`; null for what has no name. */
  readonly attribute: string | null
  readonly value: string | null
  /** The words that say it. */
  readonly text: string
  readonly status: FactStatus
  /** From 0 to 1. */
  readonly confidence: number
}

/**
 * Newest first, by the entities' row numbers, so many of each at most: before all how it stands, then what else holds
 * and has a key, then what holds beside others, then what waits to be confirmed.
 */
export function* readAttributes(
  bank: string,
  rids: readonly number[],
  limit: number,
): Tx<ReadonlyMap<number, readonly EntityAttribute[]>> {
  const parts = yield* batch(
    rids.flatMap((rid) =>
      PARTS.map((part) =>
        all<Row>(sql`
          select f.item_rid as rid, i.id, t.attribute, t.value, x.body, f.status, f.confidence
          from fact f
          join item i on i.bank = f.bank and i.rid = f.item_rid
          join item_text x on x.bank = i.bank and x.rid = i.text_rid
          left join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
          where f.bank = ${bank} and f.subject_rid = ${rid} and ${part.is}
            and (i.kind <> 'relation' or t.attribute is not null)
          order by f.item_rid desc limit ${part.isKeyed ? KEYED_MAX : limit}`),
      ),
    ),
  )
  return new Map(
    rids.map((rid, index) => {
      const rows = parts.slice(PARTS.length * index, PARTS.length * (index + 1)).flat() // slice-ok: lists of rows
      const isStatus = (row: Row) => Number(row.attribute === STATUS && row.status === 'active')
      const first = rows
        .sort((a, b) => isStatus(b) - isStatus(a))
        .slice(0, limit)
        .sort((a, b) => b.rid - a.rid)
      return [
        rid,
        first.map(({ body, ...row }) => ({ ...row, text: body, confidence: row.confidence / 100 })),
      ]
    }),
  )
}

const PARTS: readonly { readonly is: Sql; readonly isKeyed: boolean }[] = [
  { is: sql`f.status = 'active' and f.key_hash is not null`, isKeyed: true },
  { is: sql`f.status = 'active' and f.key_hash is null`, isKeyed: false },
  { is: sql`f.status = 'proposed'`, isKeyed: false },
]
const STATUS = 'status'
/** Nothing has more keys. */
const KEYED_MAX = 200

interface Row {
  readonly rid: number
  readonly id: ItemId
  readonly attribute: string | null
  readonly value: string | null
  readonly body: string
  readonly status: FactStatus
  readonly confidence: number
}
