import { gatherErased } from '../items/gather-erased.js'
import { type Proven, proveErased } from '../items/prove-erased.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { clearRecalls } from './forget-recalls.js'

export interface ClearedLog extends Proven {
  readonly counts: Readonly<Record<string, number>>
}

/** Removes every recall of the caller's bank, and proves that the questions are gone. Counters of items stay. */
export async function clearLog(spine: Spine, reach: Reach): Promise<ClearedLog> {
  const { counts, erased } = await write(
    spine,
    reach,
    'memory.clear_recalls',
    'memory.forget',
    function* body() {
      const result = yield* clearRecalls(reach.writes)
      return { result, effect: { ids: [], counts: result.counts } }
    },
  )
  const gathered = gatherErased()
  gathered.add(erased)
  const gone = gathered.joined() ?? { texts: [] }
  return { counts, ...(await proveErased(spine, [], gone)) }
}
