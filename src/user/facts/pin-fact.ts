import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { run } from '../../store/statement.js'
import { readFact, type StoredFact } from './fact.js'
import { inactive } from './inactive.js'
import { isStated } from './weights.js'

export interface Pinned {
  readonly id: ItemId
  readonly isPinned: boolean
}

/**
 * Pins a fact, so that it is always in core memory, or lets it go. Only what holds, and what the user said in person.
 * Throws `conflict`, `denied` for what others said, `not_found`, `invalid_input` also for an instruction.
 */
export async function pinFact(spine: Spine, reach: Reach, id: string, isPinned: boolean): Promise<Pinned> {
  const operation = isPinned ? 'memory.pin' : 'memory.unpin'
  return write(spine, reach, operation, 'memory.write', function* body() {
    const bank = reach.writes
    const fact = yield* readFact(bank, id)
    if (isPinned && fact.status !== 'active') throw yield* inactive(bank, fact, 'pinned')
    if (isPinned && fact.category === 'instruction') throw isInstruction()
    if (isPinned && !(fact.isStated && isStated(fact.trust))) throw notStated(fact)
    yield* run(sql`
      update fact set pinned = ${isPinned ? 1 : 0} where bank = ${bank} and item_rid = ${fact.rid}`)
    return {
      result: { id: fact.id, isPinned },
      effect: { ids: [fact.id], counts: { [isPinned ? 'pinned' : 'unpinned']: 1 } },
    }
  })
}

function isInstruction(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'instructions have a block of their own, and are not in core memory',
    'give it a priority instead: recollect instruct add --text "…" --priority 100',
  )
}

function notStated({ origin }: StoredFact): MemoryError {
  return new MemoryError(
    'denied',
    `only what the user said can be pinned, and this comes from ${origin === 'import' ? 'an import' : `a ${origin}`}`,
    'if it is true, say it yourself: recollect correct, or recollect capture',
  )
}
