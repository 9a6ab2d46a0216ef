import { touchBank } from '../../items/bank.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { run } from '../../store/statement.js'
import { requireState } from './document-state.js'

/**
 * Lets the latest version wait for review again, where it was rejected, withdrawn or published; what answers now goes on.
 * Throws `not_found`, and `conflict` where the document has another revision.
 */
export function reopenReview(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  revision: number | undefined,
): Promise<void> {
  const at = spine.env.now()
  const bank = reach.writes
  return write<void>(spine, reach, 'knowledge.reopen', 'knowledge.publish', function* reopen() {
    const state = yield* requireState(bank, id, revision)
    if (state.status === 'pending') return { result: undefined, effect: { ids: [], counts: {} } }
    yield* run(sql`
      update document set status = 'pending', revision = revision + 1, updated_at = ${at}
      where bank = ${bank} and item_rid = ${state.rid}`)
    yield* touchBank(reach, at, { items: 0, words: 0 })
    return { result: undefined, effect: { ids: [id], counts: { reopened: 1 } } }
  })
}
