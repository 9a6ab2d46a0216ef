import type { Reach } from '../reach.js'
import type { Going } from '../recalls/forget-recalls.js'
import type { Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import type { ItemId } from './item.js'
import { forgetProposals } from './proposals.js'
import { remove } from './remove.js'
import { createRowCounts } from './row-counts.js'
import type { Spine } from './spine.js'

/** What several removals of one transaction have taken away together. */
export interface Removals {
  readonly ids: readonly ItemId[]
  readonly counts: Readonly<Record<string, number>>
  /** Items that have another source and are still there. */
  readonly kept: readonly ItemId[]
  /** Items that are still there, whose place something that went had taken. */
  readonly restorable: readonly ItemId[]
  readonly erased: readonly ErasedContent[]
  readonly going: readonly Going[]
}

/** Removes items with what rests on them alone; what went with an earlier one is gone by then. */
export function* removeMany(spine: Spine, reach: Reach, roots: readonly ItemId[], at: number): Tx<Removals> {
  const gone = new Set<ItemId>()
  const kept = new Set<ItemId>()
  const restorable = new Set<ItemId>()
  const counts = createRowCounts()
  const erased: ErasedContent[] = []
  const going: Going[] = []
  const identities: Uint8Array[] = []
  for (const id of roots) {
    if (gone.has(id)) continue
    const removal = yield* remove(spine, reach, id, at)
    for (const removed of removal.removed.ids) gone.add(removed)
    for (const stays of removal.removed.kept) kept.add(stays)
    for (const replaced of removal.removed.restorable) restorable.add(replaced)
    counts.addAll(removal.removed.counts)
    erased.push(removal.erased)
    going.push(removal.going)
    identities.push(...removal.identities)
  }
  const proposals = yield* forgetProposals(reach.writes, { ids: [...gone], identities }, at)
  counts.addAll(proposals.counts)
  erased.push(...proposals.erased)
  return {
    ids: [...gone],
    counts: counts.all(),
    kept: [...kept].filter((id) => !gone.has(id)),
    restorable: [...restorable].filter((id) => !gone.has(id)),
    erased,
    going,
  }
}
