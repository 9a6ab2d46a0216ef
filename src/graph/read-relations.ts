import type { ItemId, Origin, Trust } from '../items/item.js'
import { sourcesOf } from '../items/lineage.js'
import { inInt, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import { wellFormed } from '../text/well-formed.js'
import type { Edge } from './steps.js'

/** An edge with what it rests on. Times are milliseconds UTC. */
export interface Relation extends Edge {
  /** The item that states it. */
  readonly id: string
  /** The words that state it. */
  readonly text: string
  readonly origin: Origin
  readonly trust: Trust
  /** From 0 to 1. */
  readonly confidence: number
  readonly validFrom: number
  readonly validUntil: number | null
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** Items that say so, or itself where it was stated as such. */
  readonly evidence: readonly string[]
}

/** The edges in the order given, with what their items and facts say. */
export function* readRelations(bank: string, edges: readonly Edge[]): Tx<Relation[]> {
  if (edges.length === 0) return []
  const items = inInt([...new Set(edges.map(({ itemRid }) => itemRid))])
  const [rows, attributes] = yield* batch([
    all<FactRow>(sql`
      select i.rid, i.id, i.origin, i.trust, x.body, f.confidence, f.valid_from, f.valid_until
      from item i
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      join fact f on f.bank = i.bank and f.item_rid = i.rid
      where i.bank = ${bank} and i.rid ${items}`),
    all<AttributeRow>(sql`
      select rid, item_rid, name, value_start, value_end from edge_attribute
      where bank = ${bank} and item_rid ${items}`),
  ])
  // By ids: by row numbers SQLite would look at every link of the bank.
  const links = yield* sourcesOf(
    bank,
    rows.map(({ id }) => id),
  )
  const facts = new Map(rows.map((row) => [row.rid, row]))
  return edges.flatMap(({ itemRid, type, status, from, to }) => {
    const fact = facts.get(itemRid)
    if (fact === undefined) return []
    const evidence = links.filter(({ item }) => item === fact.id).map(({ source }) => source)
    return {
      itemRid,
      id: fact.id,
      type,
      status,
      from,
      to,
      text: fact.body,
      origin: fact.origin,
      trust: fact.trust,
      confidence: fact.confidence / 100,
      validFrom: fact.valid_from,
      validUntil: fact.valid_until,
      attributes: attributes
        .filter(({ item_rid }) => item_rid === itemRid)
        .sort((a, b) => a.rid - b.rid)
        .map(({ name, value_start, value_end }) => ({
          name,
          value: wellFormed(fact.body.substring(value_start, value_end)), // slice-ok: made well-formed
        })),
      evidence: evidence.length === 0 ? [fact.id] : evidence,
    }
  })
}

interface FactRow {
  readonly rid: number
  readonly id: ItemId
  readonly origin: Origin
  readonly trust: Trust
  readonly body: string
  readonly confidence: number
  readonly valid_from: number
  readonly valid_until: number | null
}

interface AttributeRow {
  readonly rid: number
  readonly item_rid: number
  readonly name: string
  readonly value_start: number
  readonly value_end: number
}
