import { type ForgetOptions, forget, type Receipt } from '../../items/forget.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'

/** What is kept at most. */
export interface Retention {
  /** What is older goes. Milliseconds UTC. */
  readonly before?: number | undefined
  /** The oldest go until what is left takes no more, in bytes. */
  readonly maxTotalBytes?: number | undefined
}

export interface PrunePlan {
  readonly ids: readonly ItemId[]
  readonly bytes: number
  /** What stays. */
  readonly kept: number
  readonly keptBytes: number
}

/** What would go, oldest first. */
export function* planPrune({ writes: bank }: Reach, { before, maxTotalBytes }: Retention): Tx<PrunePlan> {
  const rows = yield* all<{ id: ItemId; bytes: number; at: number }>(sql`
    select i.id, a.bytes, coalesce(i.occurred_at, i.recorded_at) as at
    from artifact a join item i on i.bank = a.bank and i.rid = a.item_rid
    where a.bank = ${bank} order by coalesce(i.occurred_at, i.recorded_at), i.id`)
  let left = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  let count = 0
  let bytes = 0
  for (const row of rows) {
    if (!(before !== undefined && row.at < before) && !(left > (maxTotalBytes ?? Number.POSITIVE_INFINITY)))
      break
    left -= row.bytes
    bytes += row.bytes
    count += 1
  }
  return { ids: rows.slice(0, count).map(({ id }) => id), bytes, kept: rows.length - count, keptBytes: left }
}

/** Forgets them; the events that held them stay, and say so. */
export function pruneArtifacts(
  spine: Spine,
  reach: Reach,
  retention: Retention,
  options: Pick<ForgetOptions, 'verify'>,
): Promise<Receipt> {
  return forget(
    spine,
    reach,
    function* oldest(limit): Tx<readonly ItemId[]> {
      return (yield* planPrune(reach, retention)).ids.slice(0, limit)
    },
    { ...options, operation: 'artifact.prune' },
  )
}
