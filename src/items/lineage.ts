import { inText, sql } from '../store/sql.js'
import { all, run, type Tx, unwaited } from '../store/statement.js'
import type { ItemId } from './item.js'

/** How an item came out of its source. */
export type LineageRole = 'derived' | 'summarises' | 'quotes'

export interface Link {
  readonly item: ItemId
  readonly source: ItemId
  readonly role: LineageRole
}

export function* addLineage(bank: string, link: Link): Tx<void> {
  yield* unwaited(
    run(sql`
    insert into lineage (bank, item_id, source_id, role) values (${bank}, ${link.item}, ${link.source}, ${link.role})
    on conflict do nothing`),
  )
}

export function* dropSources(bank: string, item: ItemId): Tx<void> {
  yield* run(sql`delete from lineage where bank = ${bank} and item_id = ${item}`)
}

/** What the item was derived from. */
export function* sourcesOf(bank: string, items: readonly ItemId[]): Tx<Link[]> {
  const links = yield* all<Link>(sql`
    select item_id as item, source_id as source, role from lineage
    where bank = ${bank} and item_id ${inText(items)}`)
  return links.sort((a, b) => compare(a.source, b.source) || compare(a.role, b.role))
}

/** What was derived from the item. */
export function* derivedFrom(bank: string, items: readonly ItemId[]): Tx<Link[]> {
  const links = yield* all<Link>(sql`
    select item_id as item, source_id as source, role from lineage
    where bank = ${bank} and source_id ${inText(items)}`)
  return links.sort((a, b) => compare(a.item, b.item) || compare(a.role, b.role))
}

// In SQL, an order makes SQLite walk all links of the bank in it instead of looking these up.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
