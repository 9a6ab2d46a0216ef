import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { readFact } from './fact.js'
import { inactive } from './inactive.js'
import { settleConflicts } from './ledger.js'
import { setStatus } from './set-status.js'

/**
 * Takes a fact back without putting anything in its place; it stays in the history. Throws `conflict` where it does not
 * hold, `not_found`, `invalid_input`.
 */
export async function retractFact(spine: Spine, reach: Reach, id: string): Promise<{ readonly id: ItemId }> {
  const at = spine.env.now()
  return write(spine, reach, 'memory.retract', 'memory.write', function* body() {
    const bank = reach.writes
    const fact = yield* readFact(bank, id)
    if (fact.status !== 'active' && fact.status !== 'proposed')
      throw yield* inactive(bank, fact, 'taken back')
    yield* setStatus(bank, fact, { status: 'retracted', at })
    yield* settleConflicts(bank, fact.rid, at)
    return { result: { id: fact.id }, effect: { ids: [fact.id], counts: { retracted: 1 } } }
  })
}
