import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'

/** Corrections of corrections are followed so far. */
const STEPS_MAX = 5

/**
 * What holds in the place of facts by what the ledger says took it, by their row numbers: of a correction that was
 * corrected, the latest. Those whose place nothing that holds has taken are left out.
 */
export function* followLedger(bank: string, rids: readonly number[]): Tx<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  let open = new Map(rids.map((rid) => [rid, rid]))
  for (let step = 0; step < STEPS_MAX && open.size > 0; step++) {
    const steps = yield* replaced(bank, [...new Set(open.values())])
    const further = new Map<number, number>()
    for (const [old, here] of open) {
      const next = steps.get(here)
      if (next === undefined) continue
      if (next.status === 'active') found.set(old, next.new_rid)
      else further.set(old, next.new_rid)
    }
    open = further
  }
  return found
}

interface Replaced {
  readonly rid: number
  readonly old_rid: number
  readonly new_rid: number
  readonly status: string
}

/** By what took its place last. */
function* replaced(bank: string, rids: readonly number[]): Tx<ReadonlyMap<number, Replaced>> {
  const rows = yield* all<Replaced>(sql`
    select c.rid, c.old_rid, c.new_rid, n.status
    from fact_conflict c join fact n on n.bank = c.bank and n.item_rid = c.new_rid
    where c.bank = ${bank} and c.old_rid ${inInt(rids)} and c.resolution <> 'proposed'`)
  return new Map(rows.sort((a, b) => a.rid - b.rid).map((row) => [row.old_rid, row]))
}
