import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { type ItemId, type Origin, type Trust, trusts } from './item.js'

/** Said again by someone who is believed more, an item is believed more; nothing lowers what stands on its own. */
export function* raiseTrust(
  reach: Reach,
  id: ItemId,
  { origin, trust }: { readonly origin: Origin; readonly trust: Trust },
): Tx<void> {
  const weaker = trusts.slice(trusts.indexOf(trust) + 1)
  yield* run(sql`
    update item set origin = ${origin}, trust = ${trust}
    where bank = ${reach.writes} and id = ${id} and trust ${inText(weaker)}`)
}
