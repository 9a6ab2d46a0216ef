import { MemoryError } from '../errors.js'
import { inText, type Sql, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { Item, ItemId, ItemKind, Origin, Trust } from './item.js'

export interface FoundItem extends Item {
  readonly rid: number
  readonly bank: string
}

/** The bank's items among these ids, in no order. */
export function* readItems(bank: string, matching: Sql): Tx<FoundItem[]> {
  const rows = yield* all<Row>(sql`
    select i.rid, i.bank, i.id, i.kind, i.origin, i.trust, i.occurred_at, i.recorded_at, i.last_used_at, i.use_count,
      x.body, t.seq, t.role, t.speaker, s.name as session, s.channel
    from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join turn t on t.bank = i.bank and t.item_rid = i.rid
    left join session s on s.bank = t.bank and s.rid = t.session_rid
    where i.bank = ${bank} and ${matching}`)
  const tags = yield* tagsOf(
    bank,
    rows.filter(({ kind }) => kind === 'thought').map(({ id }) => id),
  )
  return rows.map((row) => toItem(row, tags.get(row.id) ?? []))
}

/** The tags of thoughts, in the order in which they were given. */
function* tagsOf(bank: string, ids: readonly string[]): Tx<ReadonlyMap<string, readonly string[]>> {
  const tags = new Map<string, string[]>()
  if (ids.length === 0) return tags
  const rows = yield* all<{ rid: number; item_id: string; tag: string }>(
    sql`select rid, item_id, tag from thought_tag where bank = ${bank} and item_id ${inText(ids)}`,
  )
  for (const { item_id, tag } of rows.sort((a, b) => a.rid - b.rid)) {
    const known = tags.get(item_id)
    if (known === undefined) tags.set(item_id, [tag])
    else known.push(tag)
  }
  return tags
}

/** One item of the banks that may be read. Throws `not_found`, whether it is absent or another's. */
export function* readItem(banks: readonly string[], id: string): Tx<FoundItem> {
  for (const bank of banks) {
    const [item] = yield* readItems(bank, sql`i.id = ${id}`)
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
  readonly seq: number | null
  readonly role: string | null
  readonly speaker: string | null
  readonly session: string | null
  readonly channel: string | null
}

function toItem(row: Row, tags: readonly string[]): FoundItem {
  const { seq, role, session } = row
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
    turn:
      seq === null || role === null || session === null
        ? null
        : { session, channel: row.channel, seq, role, speaker: row.speaker },
    tags,
  }
}
