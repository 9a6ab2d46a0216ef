import type { Reach } from '../reach.js'
import { forgetRecalls } from '../recalls/forget-recalls.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import { gatherErased } from './gather-erased.js'
import type { ItemId } from './item.js'
import { eraseUnproven, type Proven, proveErased } from './prove-erased.js'
import { type FoundItem, readItem, readItems } from './read-items.js'
import { type Removed, subtree } from './remove.js'
import { removeMany } from './remove-many.js'
import { createRowCounts } from './row-counts.js'
import type { Spine } from './spine.js'
import { write } from './write.js'

export interface Receipt extends Removed, Proven {
  readonly forgottenAt: number
}

export interface ForgetOptions {
  /** Look at the bytes on disk before answering. */
  readonly verify: boolean
  /** As the audit trail calls it, where it is not `memory.forget`. */
  readonly operation?: string
}

/**
 * What is to be forgotten: the ids of at most so many items that are still there, none when all are gone. Throws
 * `not_found` where there never was any.
 */
export type Doomed = (limit: number, isFirst: boolean) => Tx<readonly ItemId[]>

export interface ForgetPlan {
  readonly items: readonly FoundItem[]
  /** False where more would go than is told. */
  readonly isComplete: boolean
}

/** What forgetting would take along, as far as it is told. Throws `not_found`. */
export function planForget(spine: Spine, reach: Reach, what: string | Doomed): Promise<ForgetPlan> {
  const bank = reach.writes
  const find = typeof what === 'string' ? one(spine, reach, what) : what
  return spine.store.read(function* look(): Tx<ForgetPlan> {
    const found = yield* find(PLANNED_ITEMS + 1, true)
    const roots = found.slice(0, PLANNED_ITEMS)
    // Together: what rests on several of them goes with the last.
    const { ids } = yield* subtree(bank, roots)
    const items = yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)
    return { items, isComplete: roots.length === found.length }
  })
}

/** More are not read out before they go. */
const PLANNED_ITEMS = 200

/**
 * Removes an item by its id, or the items that are found, and everything that was derived from them alone, and leaves
 * keyed hashes so that importing the same content again stays without effect. One item goes in one transaction; many, a
 * conversation say, in pages of some tens of milliseconds. Throws `not_found`.
 */
export async function forget(
  spine: Spine,
  reach: Reach,
  what: string | Doomed,
  { verify, operation = 'memory.forget' }: ForgetOptions,
): Promise<Receipt> {
  const find = typeof what === 'string' ? one(spine, reach, what) : what
  // Many go aside, so that nobody else waits for a page.
  const at = typeof what === 'string' ? spine : { ...spine, store: spine.store.aside }
  const forgottenAt = spine.env.now()
  const ids: ItemId[] = []
  const kept = new Set<ItemId>()
  const restorable = new Set<ItemId>()
  const counts = createRowCounts()
  const erased: ErasedContent[] = []
  for (let isFirst = true; ; isFirst = false) {
    const page = await write(at, reach, operation, 'memory.forget', function* body() {
      const roots = yield* find(PAGE_ITEMS, isFirst)
      const removals = yield* removeMany(at, reach, roots, forgottenAt)
      const recalls = yield* forgetRecalls(reach.writes, removals.going)
      const rows = { ...removals.counts, ...recalls.counts }
      return {
        result: { ...removals, rows, recalls, isLast: roots.length < PAGE_ITEMS },
        effect: { ids: removals.ids, counts: rows },
      }
    })
    ids.push(...page.ids)
    for (const id of page.kept) kept.add(id)
    for (const id of page.restorable) restorable.add(id)
    counts.addAll(page.rows)
    erased.push(...page.erased, ...page.recalls.erased)
    if (page.isLast) break
  }
  const receipt = {
    ids,
    kept: [...kept].filter((id) => !ids.includes(id)),
    restorable: [...restorable].filter((id) => !ids.includes(id)),
    counts: counts.all(),
    forgottenAt,
  }
  if (!verify) return { ...receipt, ...(await eraseUnproven(spine, [reach])) }
  const gathered = gatherErased()
  gathered.add(erased)
  return {
    ...receipt,
    ...(await proveErased(spine, [reach], gathered.joined() ?? { texts: [] })),
  }
}

const PAGE_ITEMS = 128

function one(spine: Spine, { writes }: Reach, id: string): Doomed {
  return function* find(_limit, isFirst): Tx<readonly ItemId[]> {
    return isFirst ? [(yield* readItem(spine, [writes], id)).id] : []
  }
}
