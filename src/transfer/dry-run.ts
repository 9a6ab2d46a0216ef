import type { Spine } from '../items/spine.js'
import { tombstoneOf } from '../items/tombstone.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import type { TurnDraft } from '../task/transcript.js'
import type { Tally } from './tally.js'

/** Says what an import would do with each chunk of turns, without writing. */
export function createDryRun(spine: Spine, reach: Reach): (turns: readonly TurnDraft[]) => Promise<Tally> {
  const added = new Set<string>()
  return (turns) =>
    spine.store.read(function* judge(): Tx<Tally> {
      const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
      for (const { identity } of turns) {
        const key = Buffer.from(identity).toString('latin1')
        const isThere = yield* get(
          sql`select rid from item where bank = ${reach.writes} and identity = ${identity}`,
        )
        if (isThere !== undefined || added.has(key)) tally.repeated += 1
        else if ((yield* tombstoneOf(reach, identity)) !== undefined) tally.forgotten += 1
        else {
          tally.added += 1
          added.add(key)
        }
      }
      return tally
    })
}
