import type { FactStatus } from '../items/item.js'
import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import type { Span } from '../text/span.js'
import { isSymmetric, type RelationType } from './relation-type.js'
import type { ResolvedEntity } from './resolved-entity.js'

export interface NewEdge {
  /** The item that states it: a relation, which has one edge, or a decision. */
  readonly itemRid: number
  readonly type: RelationType
  /** Of the fact that states the relation. */
  readonly status: FactStatus
  readonly from: ResolvedEntity
  readonly to: ResolvedEntity
  readonly attributes: readonly EdgeAttribute[]
}

export const attributeNames = ['schedule', 'purpose', 'scope'] as const

export interface EdgeAttribute {
  readonly name: (typeof attributeNames)[number]
  /** In the text of the relation's item. */
  readonly value: Span
}

/** One that holds both ways is kept one way, whoever was named first. Of an item it is written once. */
export function* addEdge(bank: string, edge: NewEdge): Tx<void> {
  const { itemRid, type, status, attributes } = edge
  const isTurned = isSymmetric(type) && edge.from.rid > edge.to.rid
  const [from, to] = isTurned ? [edge.to, edge.from] : [edge.from, edge.to]
  yield* run(sql`
    insert into edge (bank, item_rid, type, status, from_rid, to_rid, from_name, to_name)
    values (${bank}, ${itemRid}, ${type}, ${status}, ${from.rid}, ${to.rid}, ${from.nameRid}, ${to.nameRid})
    on conflict do nothing`)
  for (const { name, value } of attributes) {
    yield* run(sql`
      insert into edge_attribute (bank, item_rid, name, value_start, value_end)
      values (${bank}, ${itemRid}, ${name}, ${value[0]}, ${value[1]})`)
  }
}

/** Of all edges of an item. */
export function* setEdgeStatus(bank: string, itemRid: number, status: FactStatus): Tx<void> {
  yield* run(sql`update edge set status = ${status} where bank = ${bank} and item_rid = ${itemRid}`)
}

/** Rows removed, by table. Its names go with the mentions of what it was stated in (./forget-mentions.ts). */
export function* removeEdge(bank: string, itemRid: number): Tx<{ edge: number; edge_attribute: number }> {
  return {
    edge: yield* run(sql`delete from edge where bank = ${bank} and item_rid = ${itemRid}`),
    edge_attribute: yield* run(
      sql`delete from edge_attribute where bank = ${bank} and item_rid = ${itemRid}`,
    ),
  }
}
