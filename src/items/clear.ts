import { clearUse } from '../model/chat/model-use.js'
import type { Reach } from '../reach.js'
import { clearExtractions } from '../recalls/delete-extractions.js'
import { clearRecalls } from '../recalls/forget-recalls.js'
import { sql } from '../store/sql.js'
import { column, get, run, type Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import { clearDismissals } from './dismissals.js'
import type { Receipt } from './forget.js'
import { gatherErased } from './gather-erased.js'
import type { ItemId } from './item.js'
import { clearProposals } from './proposals.js'
import { proveErased } from './prove-erased.js'
import { removeMany } from './remove-many.js'
import { createRowCounts } from './row-counts.js'
import type { Spine } from './spine.js'
import { type WriteOf, write } from './write.js'

export interface ClearOptions {
  /** Drop the tombstones too: what was forgotten, now or before, may come back with the next import. */
  readonly fresh: boolean
  readonly progress: (done: number, total: number) => void
  readonly signal: AbortSignal | undefined
}

export interface Cleared extends Omit<Receipt, 'ids' | 'kept' | 'restorable'> {
  readonly items: number
}

/**
 * Forgets everything that is in the caller's bank when it begins, page by page while others read and write, and looks
 * on disk once at the end. Stopped half-way, the next call goes on. The recall log goes too, and what models were used
 * for; the audit trail stays: it holds no word of it.
 */
export async function clear(
  spine: Spine,
  reach: Reach,
  { fresh, progress, signal }: ClearOptions,
): Promise<Cleared> {
  const forgottenAt = spine.env.now()
  const { last, total } = await spine.store.read(extentOf, reach)
  const counts = createRowCounts()
  const gathered = gatherErased()
  let items = 0
  for (;;) {
    signal?.throwIfAborted()
    const page = await write(spine, reach, 'memory.clear', 'memory.forget', () =>
      clearPage(spine, reach, last, forgottenAt),
    )
    counts.addAll(page.counts)
    gathered.add(page.erased)
    if (page.ids.length === 0) break
    items += page.ids.length
    progress(items, total)
  }
  if (fresh)
    counts.add('tombstone', await write(spine, reach, 'memory.clear', 'memory.forget', dropTombstones(reach)))
  const proven = await proveErased(spine, [reach], gathered.joined() ?? { texts: [] })
  return { items, counts: counts.all(), ...proven, forgottenAt }
}

// About 50 ms of work: longer transactions would hold up the event loop and other processes.
const PAGE_ITEMS = 128

function* extentOf({ writes: bank }: Reach): Tx<{ last: number; total: number }> {
  const row = yield* get<{ last: number | null; n: number }>(
    sql`select max(rid) as last, count(*) as n from item where bank = ${bank}`,
  )
  return { last: row?.last ?? 0, total: row?.n ?? 0 }
}

interface Page {
  readonly ids: readonly ItemId[]
  readonly counts: Readonly<Record<string, number>>
  readonly erased: readonly ErasedContent[]
}

/** Newest first: so a session keeps its first turn, by which it is seen at once to be in use, until the end. */
function* clearPage(spine: Spine, reach: Reach, last: number, at: number): Tx<WriteOf<Page>> {
  const bank = reach.writes
  const page = yield* column<ItemId>(
    sql`select id from item where bank = ${bank} and rid <= ${last} order by rid desc limit ${PAGE_ITEMS}`,
  )
  // First, or some would go with their items, and be counted there.
  const proposals = yield* clearProposals(bank, at)
  const removals = yield* removeMany(spine, reach, page, at)
  // Also what was asked since the page before.
  const recalls = yield* clearRecalls(bank)
  const uses = yield* clearUse(bank)
  const dismissals = yield* clearDismissals(bank)
  const counts = {
    ...removals.counts,
    ...proposals.counts,
    ...recalls.counts,
    ...(yield* clearExtractions(bank)),
    ...(uses === 0 ? {} : { model_use: uses }),
    ...(dismissals === 0 ? {} : { dismissal: dismissals }),
  }
  const removed = { ids: removals.ids, counts }
  return {
    result: { ...removed, erased: [...removals.erased, ...recalls.erased, ...proposals.erased] },
    effect: removed,
  }
}

function dropTombstones({ writes: bank }: Reach): () => Tx<WriteOf<number>> {
  return function* drop() {
    const rows = yield* run(sql`delete from tombstone where bank = ${bank}`)
    return { result: rows, effect: { ids: [], counts: { tombstone: rows } } }
  }
}
