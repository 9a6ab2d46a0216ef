import type { Reach } from '../reach.js'
import type { RewriteOptions, Rewritten } from '../store/store.js'
import { beginPass, endPass, type WaitingErasures, waitingErasures } from './note-erasure.js'
import type { Spine } from './spine.js'
import { write } from './write.js'

export interface RewriteReport extends Rewritten {
  /** What waited for it when it began. */
  readonly waited: WaitingErasures
}

/**
 * Has the store written anew, so that what was forgotten is gone from its files, too. What is forgotten meanwhile goes on
 * waiting; what waited is settled only where the files hold none of it any more. `store`: the reach of the whole store.
 */
export async function rewriteStore(
  spine: Spine,
  store: Reach,
  options: RewriteOptions,
): Promise<RewriteReport> {
  const { whole } = spine.store
  const pass = spine.env.newId()
  const waited = await whole.tx(function* begin() {
    const waiting = yield* waitingErasures(whole)
    yield* beginPass(whole, pass)
    return waiting
  })
  const rewritten = await whole.rewrite(options)
  if (rewritten.state === 'physical') await whole.tx(endPass, whole, pass)
  // biome-ignore lint/correctness/useYield: what was done is no change of rows
  await write(spine, store, 'system.vacuum', 'admin', function* audit() {
    const counts = { tables: rewritten.tables.length, erasures: waited.erasures }
    return { result: undefined, effect: { ids: [], counts } }
  })
  return { ...rewritten, waited }
}
