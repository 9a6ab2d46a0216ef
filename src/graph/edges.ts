import type { FactStatus } from '../items/item.js'
import { sql } from '../store/sql.js'
import { all, run, type Tx, unwaited } from '../store/statement.js'
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
  yield* unwaited(
    run(sql`
    insert into edge (bank, item_rid, type, status, from_rid, to_rid, from_name, to_name)
    values (${bank}, ${itemRid}, ${type}, ${status}, ${from.rid}, ${to.rid}, ${from.nameRid}, ${to.nameRid})
    on conflict do nothing`),
  )
  yield* addAttributes(bank, itemRid, attributes)
}

function* addAttributes(bank: string, itemRid: number, attributes: readonly EdgeAttribute[]): Tx<void> {
  for (const { name, value } of attributes) {
    yield* unwaited(
      run(sql`
      insert into edge_attribute (bank, item_rid, name, value_start, value_end)
      values (${bank}, ${itemRid}, ${name}, ${value[0]}, ${value[1]})`),
    )
  }
}

/** Once the words of an item are others: an attribute stays where they say the same, and goes where they do not. */
export function* moveAttributes(
  bank: string,
  itemRid: number,
  { was, is }: { readonly was: string; readonly is: string },
): Tx<void> {
  const rows = yield* all<{
    rid: number
    name: EdgeAttribute['name']
    value_start: number
    value_end: number
  }>(sql`
    select rid, name, value_start, value_end from edge_attribute
    where bank = ${bank} and item_rid = ${itemRid}`)
  yield* run(sql`delete from edge_attribute where bank = ${bank} and item_rid = ${itemRid}`)
  const moved = rows
    .sort((a, b) => a.rid - b.rid)
    .flatMap(({ name, value_start, value_end }): EdgeAttribute[] => {
      const value = placeOf(was.substring(value_start, value_end), is) // slice-ok: compared, not kept
      return value === undefined ? [] : [{ name, value }]
    })
  yield* addAttributes(bank, itemRid, moved)
}

/** Where words stand in a text as words, not as a part of others. */
function placeOf(words: string, text: string): Span | undefined {
  for (let at = text.indexOf(words); words !== '' && at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    if (!INSIDE_WORD.test(text.charAt(at - 1)) && !INSIDE_WORD.test(text.charAt(end))) return [at, end]
  }
  return undefined
}

/** Of scripts that part words. */
const INSIDE_WORD = /^(?!\p{Script=Han})[\p{L}\p{N}]$/u

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
