import type { ItemId } from '../items/item.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'

/**
 * Notes that hits of a recall were used, and raises the counters of their items: once for each recall, however often
 * it is said. Does nothing where the recall, or an item, is gone by now.
 */
export function* useHits(bank: string, recallRid: number, ids: readonly ItemId[], at: number): Tx<void> {
  const recall = yield* get(sql`select rid from recall where bank = ${bank} and rid = ${recallRid}`)
  if (recall === undefined) return
  for (const id of ids) {
    const fresh = yield* run(sql`
      insert into recall_use (bank, recall_rid, item_id, at) values (${bank}, ${recallRid}, ${id}, ${at})
      on conflict (bank, recall_rid, item_id) do nothing`)
    if (fresh === 0) continue
    yield* run(sql`
      update item set use_count = use_count + 1, last_used_at = ${at}
      where bank = ${bank} and id = ${id}`)
  }
}
