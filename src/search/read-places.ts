import type { ItemId, ItemKind } from '../items/item.js'
import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'

/** An item without its text: where and when it was said. */
export interface PlacedRow {
  readonly rid: number
  readonly id: ItemId
  readonly kind: ItemKind
  readonly occurredAt: number | null
  readonly textRid: number
  /** Words of its text. */
  readonly length: number
  readonly sessionRid: number | null
  readonly session: string | null
  readonly channel: string | null
  readonly speaker: string | null
  readonly role: string | null
}

const columns = sql`
  i.rid, i.id, i.kind, i.occurred_at, i.text_rid, t.length, u.session_rid, s.name as session, s.channel, u.speaker, u.role`

const conversation = sql`
  left join turn u on u.bank = i.bank and u.item_rid = i.rid
  left join session s on s.bank = u.bank and s.rid = u.session_rid`

const fromItems = sql`
  from item i
  join item_terms t on t.bank = i.bank and t.rid = i.text_rid
  ${conversation}`

/** The items of the bank behind these rows of the index, in no order. */
export function* readPlaces(bank: string, textRids: readonly number[]): Tx<PlacedRow[]> {
  const rows = yield* all<Columns>(sql`
    select ${columns}
    from item_terms t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    ${conversation}
    where t.bank = ${bank} and t.rid ${inInt(textRids)}`)
  return rows.map(toPlaced)
}

/** A stretch of time that is walked backwards, and where the walk is. */
export interface Stretch {
  readonly since: number
  /** Items of this time are read up to this row number. */
  readonly at: number
  readonly rid: number
}

/** The bank's items of a time, newest first. */
export function* readPlacesBefore(bank: string, { since, at, rid }: Stretch, limit: number): Tx<PlacedRow[]> {
  const rows = yield* all<Columns>(sql`
    select ${columns} ${fromItems}
    where i.bank = ${bank} and i.occurred_at >= ${since} and (i.occurred_at, i.rid) < (${at}, ${rid})
    order by i.occurred_at desc, i.rid desc limit ${limit}`)
  return rows.map(toPlaced)
}

/** The bank's items of no known time, latest recorded first. */
export function* readUndatedBefore(bank: string, rid: number, limit: number): Tx<PlacedRow[]> {
  const rows = yield* all<Columns>(sql`
    select ${columns} ${fromItems}
    where i.bank = ${bank} and i.occurred_at is null and i.rid < ${rid}
    order by i.rid desc limit ${limit}`)
  return rows.map(toPlaced)
}

interface Columns {
  readonly rid: number
  readonly id: string
  readonly kind: string
  readonly occurred_at: number | null
  readonly text_rid: number
  readonly length: number
  readonly session_rid: number | null
  readonly session: string | null
  readonly channel: string | null
  readonly speaker: string | null
  readonly role: string | null
}

// Written out: taking rows apart and together again was a third of a look through many.
function toPlaced(row: Columns): PlacedRow {
  return {
    rid: row.rid,
    id: row.id as ItemId,
    kind: row.kind as ItemKind,
    occurredAt: row.occurred_at,
    textRid: row.text_rid,
    length: row.length,
    sessionRid: row.session_rid,
    session: row.session,
    channel: row.channel,
    speaker: row.speaker,
    role: row.role,
  }
}
