import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { followLedger } from '../../search/follow-ledger.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import { holderOf, readFact, readFacts, type StoredFact } from './fact.js'
import { enterConflict, settleConflicts } from './ledger.js'
import { setStatus } from './set-status.js'

export interface Restored {
  readonly id: ItemId
  /** What had taken its place, and is taken back. */
  readonly retracted: readonly ItemId[]
}

/**
 * Makes a fact hold again that something else had replaced or that was taken back; whatever holds its key, or corrects
 * it, is taken back. Throws `conflict` where it holds already, `not_found`, `invalid_input`.
 */
export async function restoreFact(spine: Spine, reach: Reach, id: string): Promise<Restored> {
  const at = spine.env.now()
  const conflictId = spine.env.newId()
  return write(spine, reach, 'memory.restore', 'memory.write', function* body() {
    const fact = yield* readFact(reach.writes, id)
    if (fact.status === 'active' || fact.status === 'proposed') throw notPast(fact)
    const retracted = yield* putBack(reach.writes, fact, { at, conflictId })
    return {
      result: { id: fact.id, retracted },
      effect: { ids: [fact.id, ...retracted], counts: { restored: 1, retracted: retracted.length } },
    }
  })
}

export interface PuttingBack {
  readonly at: number
  /** For the row of the ledger. */
  readonly conflictId: string
}

export function* putBack(bank: string, fact: StoredFact, { at, conflictId }: PuttingBack): Tx<ItemId[]> {
  const others = yield* inItsPlace(bank, fact)
  for (const other of others) {
    yield* setStatus(bank, other, { status: 'retracted', at })
    yield* settleConflicts(bank, other.rid, at)
  }
  yield* setStatus(bank, fact, { status: 'active', at })
  // Older news than this decision must not undo it.
  yield* run(sql`
    update fact set confirmed_at = case when confirmed_at < ${at} then ${at} else confirmed_at end
    where bank = ${bank} and item_rid = ${fact.rid}`)
  const [first] = others
  // The row outlives the sources that this fact may lose: the decision stays known with it.
  if (first !== undefined || fact.keyHash !== null) {
    yield* enterConflict(bank, {
      id: conflictId,
      at,
      keyHash: fact.keyHash,
      oldRid: first?.rid ?? null,
      newRid: fact.rid,
      resolution: 'user_restored',
    })
  }
  return others.map((other) => other.id)
}

/** Without a key, the ledger says what corrects it, and what corrects that. */
function* inItsPlace(bank: string, fact: StoredFact): Tx<StoredFact[]> {
  if (fact.keyHash !== null) {
    const holder = yield* holderOf(bank, fact.keyHash)
    return holder === undefined ? [] : [holder]
  }
  const instead = (yield* followLedger(bank, [fact.rid])).get(fact.rid)
  return instead === undefined ? [] : yield* readFacts(bank, sql`f.item_rid = ${instead}`)
}

function notPast({ status }: StoredFact): MemoryError {
  return status === 'active'
    ? new MemoryError('conflict', 'this fact holds already', 'there is nothing to restore')
    : new MemoryError(
        'conflict',
        'this fact never held: it is proposed',
        'decide about it: recollect conflicts',
      )
}
