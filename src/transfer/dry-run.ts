import { knownOutcome } from '../items/add.js'
import type { Spine } from '../items/spine.js'
import { requireOwnKey } from '../items/tombstone.js'
import type { Reach } from '../reach.js'
import type { Tx } from '../store/statement.js'
import { asKnown, type ManyNamed } from './as-known.js'
import type { Tally } from './tally.js'

/** Says what an import would do with each chunk of items, without writing. */
export function createDryRun(spine: Spine, reach: Reach): (items: readonly ManyNamed[]) => Promise<Tally> {
  const added = new Set<string>()
  return async (items) => {
    const { tally, fresh } = await spine.store.read(judge, items)
    for (const key of fresh) added.add(key)
    return tally
  }

  /** Changes nothing outside: it may run again. */
  function* judge(items: readonly ManyNamed[]): Tx<{ tally: Tally; fresh: ReadonlySet<string> }> {
    const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
    const fresh = new Set<string>()
    yield* requireOwnKey(spine)
    for (const item of yield* asKnown(reach, items)) {
      const key = Buffer.from(item.identity).toString('latin1')
      const known = yield* knownOutcome(reach, item)
      tally[known?.outcome ?? (added.has(key) || fresh.has(key) ? 'repeated' : 'added')] += 1
      if (known === undefined) fresh.add(key)
    }
    return { tally, fresh }
  }
}
