import type { ItemId } from '../items/item.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { readRecall } from './recall.js'

export interface UsedHits {
  readonly recallId: string
  readonly used: readonly ItemId[]
  /** No hits of this recall: nothing was noted of them. */
  readonly refused: readonly string[]
}

/**
 * Notes that hits of a recall, the latest when none is named, were used, and raises the counters of their items: once
 * for each recall, however often it is said. Throws `not_found` for a recall that is absent or another's.
 */
export function* useHits(
  reach: Reach,
  recallId: string | undefined,
  ids: readonly string[],
  at: number,
): Tx<UsedHits> {
  const bank = reach.writes
  const { id, rid, hits } = yield* readRecall(reach, recallId)
  const told = hits.flatMap((hit) => [hit.id, ...hit.alike])
  const used = told.filter((one) => ids.includes(one))
  for (const item of used) {
    const fresh = yield* run(sql`
      insert into recall_use (bank, recall_rid, item_id, at) values (${bank}, ${rid}, ${item}, ${at})
      on conflict (bank, recall_rid, item_id) do nothing`)
    if (fresh === 0) continue
    yield* run(sql`
      update item set use_count = use_count + 1, last_used_at = ${at}
      where bank = ${bank} and id = ${item}`)
  }
  return { recallId: id, used, refused: ids.filter((one) => !told.some((hit) => hit === one)) }
}
