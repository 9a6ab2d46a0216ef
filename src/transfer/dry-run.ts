import { knownOutcome } from '../items/add.js'
import type { Spine } from '../items/spine.js'
import { hasTombstones } from '../items/tombstone.js'
import type { Reach } from '../reach.js'
import type { Tx } from '../store/statement.js'
import type { TurnDraft } from '../task/transcript.js'
import type { Tally } from './tally.js'

/** Says what an import would do with each chunk of turns, without writing. */
export function createDryRun(spine: Spine, reach: Reach): (turns: readonly TurnDraft[]) => Promise<Tally> {
  const added = new Set<string>()
  return (turns) =>
    spine.store.read(function* judge(): Tx<Tally> {
      const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
      const hasForgotten = yield* hasTombstones(reach)
      for (const turn of turns) {
        const key = Buffer.from(turn.identity).toString('latin1')
        const known = yield* knownOutcome(reach, turn, hasForgotten)
        tally[known?.outcome ?? (added.has(key) ? 'repeated' : 'added')] += 1
        if (known === undefined) added.add(key)
      }
      return tally
    })
}
