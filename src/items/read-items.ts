import { MemoryError } from '../errors.js'
import { type Sql, sql } from '../store/sql.js'
import { all, sideBySide, type Tx } from '../store/statement.js'
import {
  type Aspects,
  type Item,
  type ItemId,
  type ItemKind,
  noAspects,
  type Origin,
  type Trust,
} from './item.js'
import type { Spine } from './spine.js'

export interface FoundItem extends Item {
  readonly rid: number
  readonly bank: string
}

/** The bank's items that match (`i` is the item's row), oldest first, with what their kinds show of them. */
export function* readItems({ kinds }: Pick<Spine, 'kinds'>, bank: string, matching: Sql): Tx<FoundItem[]> {
  const rows = yield* all<Row>(sql`
    select i.rid, i.bank, i.id, i.kind, i.origin, i.trust, i.occurred_at, i.recorded_at, i.last_used_at, i.use_count,
      x.body
    from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and ${matching}`)
  // Here, since an order in SQL makes SQLite walk the bank in it.
  rows.sort((a, b) => a.rid - b.rid)
  const shown = new Map<number, Partial<Aspects>>()
  const showing = [...new Set(rows.map((row) => row.kind))].flatMap((kind) => {
    const ofKind = kinds.get(kind)
    const own = rows.filter((row) => row.kind === kind)
    return ofKind?.show === undefined ? [] : [ofKind.show(bank, own)]
  })
  for (const aspects of yield* sideBySide(showing)) {
    for (const [rid, shows] of aspects) shown.set(rid, shows)
  }
  return rows.map((row) => toItem(row, shown.get(row.rid)))
}

/** One item of the banks that may be read. Throws `not_found`, whether it is absent or another's. */
export function* readItem(spine: Pick<Spine, 'kinds'>, banks: readonly string[], id: string): Tx<FoundItem> {
  for (const bank of banks) {
    const [item] = yield* readItems(spine, bank, sql`i.id = ${id}`)
    if (item !== undefined) return item
  }
  throw noSuchItem(id)
}

export function noSuchItem(id: string): MemoryError {
  return new MemoryError('not_found', `no item has the id ${id}`, 'search for it: its id is in the hit')
}

interface Row {
  readonly rid: number
  readonly bank: string
  readonly id: string
  readonly kind: string
  readonly origin: string
  readonly trust: string
  readonly occurred_at: number | null
  readonly recorded_at: number
  readonly last_used_at: number | null
  readonly use_count: number
  readonly body: string
}

function toItem(row: Row, shown: Partial<Aspects> | undefined): FoundItem {
  return {
    rid: row.rid,
    bank: row.bank,
    id: row.id as ItemId,
    kind: row.kind as ItemKind,
    text: row.body,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    lastUsedAt: row.last_used_at,
    useCount: row.use_count,
    ...noAspects,
    ...shown,
  }
}
