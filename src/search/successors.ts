import type { ItemId } from '../items/item.js'
import { inInt, listInt, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import { followLedger } from './follow-ledger.js'
import type { Moment } from './stated-facts.js'

/** What holds in the place of a fact that does not. */
export interface Successor {
  readonly id: ItemId
  /** Row numbers of the items that state it, the newest first: its sources, or itself. */
  readonly statedBy: readonly number[]
}

/** What holds instead of these facts, by their row numbers; those that nothing has followed are left out. */
export function* successorsOf(
  bank: string,
  rids: readonly number[],
  moment: Moment,
): Tx<ReadonlyMap<number, Successor>> {
  if (rids.length === 0) return new Map()
  const next = yield* nextOf(bank, rids, moment)
  const newest = [...new Set(next.values())]
  const [items, sources] = yield* batch([
    all<{ rid: number; id: ItemId }>(
      sql`
      select i.rid, i.id from ${listInt(newest)} as wanted cross join item i
      where i.bank = ${bank} and i.rid = wanted.value`,
    ),
    all<{ item_rid: number; source_rid: number }>(sql`
      select item_rid, source_rid from fact_source where bank = ${bank} and item_rid ${inInt(newest)}`),
  ])
  const ids = new Map(items.map(({ rid, id }) => [rid, id]))
  return new Map(
    [...next].flatMap(([old, rid]) => {
      const id = ids.get(rid)
      if (id === undefined) return []
      const stating = sources.filter(({ item_rid }) => item_rid === rid).map(({ source_rid }) => source_rid)
      return [[old, { id, statedBy: stating.length === 0 ? [rid] : stating.sort((a, b) => b - a) }] as const]
    }),
  )
}

/** Whoever holds the same key at that time; where there is no key, what the ledger says took its place. */
function* nextOf(bank: string, rids: readonly number[], { asOf }: Moment): Tx<ReadonlyMap<number, number>> {
  const isHeld =
    asOf === undefined
      ? sql`n.status = 'active'`
      : sql`n.status in ('active', 'superseded') and n.valid_from <= ${asOf}
          and (n.valid_until is null or n.valid_until > ${asOf})`
  const holders = yield* all<Step>(sql`
    select o.item_rid as old_rid, n.item_rid as new_rid, n.valid_from
    from fact o join fact n on n.bank = o.bank and n.key_hash = o.key_hash
    where o.bank = ${bank} and o.item_rid ${inInt(rids)} and o.key_hash is not null
      and n.item_rid <> o.item_rid and ${isHeld}`)
  // What began last is what held.
  holders.sort((a, b) => a.valid_from - b.valid_from)
  const found = new Map(holders.map(({ old_rid, new_rid }) => [old_rid, new_rid]))
  if (asOf !== undefined) return found
  const further = yield* followLedger(
    bank,
    rids.filter((rid) => !found.has(rid)),
  )
  return new Map([...found, ...further])
}

interface Step {
  readonly old_rid: number
  readonly new_rid: number
  readonly valid_from: number
}
