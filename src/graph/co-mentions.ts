import { sql } from '../store/sql.js'
import { all, column, type Tx } from '../store/statement.js'

/** Two entities that the same items name, without one of them saying how they are related. */
export interface CoMention {
  readonly rid: number
  /** Items that name both. */
  readonly items: number
  /** 0.5 for one item, 0.1 more for each further, up to 1. */
  readonly weight: number
}

/** Items that are looked at: the newest that name the entity. */
const ITEMS_MAX = 500

/** What is mentioned with an entity, the most often first. Computed from mentions: nothing of it is kept. */
export function* coMentions(bank: string, rid: number, limit: number): Tx<CoMention[]> {
  // A cross join is read in the order in which it is written: else SQLite would begin with all mentions of the bank.
  const rows = yield* all<{ rid: number; n: number }>(sql`
    select o.entity_rid as rid, count(distinct o.item_rid) as n
    from (select item_rid from mention where bank = ${bank} and entity_rid = ${rid}
      order by at desc, item_rid desc limit ${ITEMS_MAX}) as newest
    cross join mention o
    where o.bank = ${bank} and o.item_rid = newest.item_rid and o.entity_rid <> ${rid}
    group by o.entity_rid`)
  return rows
    .sort((a, b) => b.n - a.n || a.rid - b.rid)
    .slice(0, limit)
    .map((row) => ({ rid: row.rid, items: row.n, weight: coMentionWeight(row.n) }))
}

function coMentionWeight(items: number): number {
  return Math.min(10, 5 + (items - 1)) / 10
}

/** The newest items that name both, as evidence. */
export function* itemsNamingBoth(bank: string, a: number, b: number, limit: number): Tx<string[]> {
  return yield* column<string>(sql`
    select i.id from (
      select distinct m.item_rid, m.at from mention m
      join mention o on o.bank = m.bank and o.item_rid = m.item_rid
      where m.bank = ${bank} and m.entity_rid = ${a} and o.entity_rid = ${b}
      order by m.at desc, m.item_rid desc limit ${limit}) as both_named
    join item i on i.rid = both_named.item_rid
    where i.bank = ${bank}
    order by both_named.at desc, both_named.item_rid desc`)
}
