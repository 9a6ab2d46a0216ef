import { removeEdge } from '../../graph/edges.js'
import type { ItemId } from '../../items/item.js'
import type { ForgottenItem, KindRemoval } from '../../items/kind.js'
import { createRowCounts } from '../../items/row-counts.js'
import { sql } from '../../store/sql.js'
import { all, run, type Tx } from '../../store/statement.js'

/** Removes all that a fact keeps beside its item. */
export function* forgetFact({ bank, rid }: ForgottenItem): Tx<KindRemoval> {
  const texts = yield* all<{ attribute: string | null; value: string | null }>(
    sql`select attribute, value from fact_text where bank = ${bank} and item_rid = ${rid}`,
  )
  const scopes = yield* all<{ scope_name: string | null }>(
    sql`select scope_name from instruction where bank = ${bank} and item_rid = ${rid}`,
  )
  const restorable = yield* replacedBy(bank, rid)
  const counts = createRowCounts()
  counts.addAll({
    fact: yield* run(sql`delete from fact where bank = ${bank} and item_rid = ${rid}`),
    fact_text: yield* run(sql`delete from fact_text where bank = ${bank} and item_rid = ${rid}`),
    fact_source: yield* run(sql`delete from fact_source where bank = ${bank} and item_rid = ${rid}`),
    fact_belief: yield* run(sql`delete from fact_belief where bank = ${bank} and item_rid = ${rid}`),
    fact_part: yield* run(sql`delete from fact_part where bank = ${bank} and item_rid = ${rid}`),
    instruction: yield* run(sql`delete from instruction where bank = ${bank} and item_rid = ${rid}`),
    fact_conflict: yield* leaveConflicts(bank, rid),
  })
  counts.addAll(yield* removeEdge(bank, rid))
  return {
    restorable,
    counts: withoutZeros(counts.all()),
    texts: [
      ...texts.flatMap(({ attribute, value }) => [attribute, value]),
      ...scopes.map((s) => s.scope_name),
    ].filter((text): text is string => text !== null),
  }
}

/** What a fact that holds had taken the place of, the last of them: nothing revives it by itself. */
function* replacedBy(bank: string, rid: number): Tx<ItemId[]> {
  const rows = yield* all<{ rid: number; id: ItemId }>(sql`
    select c.rid, i.id from fact f
    join fact_conflict c on c.bank = f.bank and c.new_rid = f.item_rid and c.resolution <> 'proposed'
    join fact o on o.bank = c.bank and o.item_rid = c.old_rid and o.status = 'superseded'
    join item i on i.bank = o.bank and i.rid = o.item_rid
    where f.bank = ${bank} and f.item_rid = ${rid} and f.status = 'active'`)
  const last = rows.sort((a, b) => a.rid - b.rid).at(-1)
  return last === undefined ? [] : [last.id]
}

/** A row of the ledger that loses one side keeps no key, and is nothing to decide any more; without sides it goes. */
function* leaveConflicts(bank: string, rid: number): Tx<number> {
  // The sign keeps SQLite from an index of all rows that lack a side.
  const asOld = yield* run(sql`
    delete from fact_conflict where bank = ${bank} and old_rid = ${rid} and +new_rid is null`)
  const asNew = yield* run(sql`
    delete from fact_conflict where bank = ${bank} and new_rid = ${rid} and +old_rid is null`)
  yield* run(sql`
    update fact_conflict set old_rid = null, key_hash = null, reviewed_at = coalesce(reviewed_at, at)
    where bank = ${bank} and old_rid = ${rid}`)
  yield* run(sql`
    update fact_conflict set new_rid = null, key_hash = null, reviewed_at = coalesce(reviewed_at, at)
    where bank = ${bank} and new_rid = ${rid}`)
  return asOld + asNew
}

function withoutZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
}
