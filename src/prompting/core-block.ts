import type { ItemId } from '../items/item.js'
import { readItems } from '../items/read-items.js'
import { currentIdentityKey } from '../items/spine.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import type { Decision } from '../task/prompt/decision.js'
import type { ReasonCode } from '../task/prompt/reason.js'
import { type CoreMemory, coreMemory, coreStamp } from '../user/core-memory.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'

/** What core memory was when a prompt of the session was assembled. */
export interface CoreSnapshot {
  readonly stamp: string
  readonly ids: readonly ItemId[]
}

/**
 * Core memory for a prompt, by id: what weighs most when a session begins, and the same until a fact changes, however
 * their weights move with time and use. So the beginning of its prompts stays the same.
 */
export async function coreBlock(
  { spine, reach }: PromptWorld,
  budgetTokens: number,
  before: CoreSnapshot | null,
): Promise<Gathered & { readonly snapshot: CoreSnapshot }> {
  const keyed = { identityKey: await currentIdentityKey(spine) }
  const now = spine.env.now()
  return spine.store.read(function* core(): Tx<Gathered & { readonly snapshot: CoreSnapshot }> {
    // A caller who gives it more room wants more of it.
    const stamp = `${budgetTokens} ${yield* coreStamp(reach.reads)}`
    const query = { budgetTokens, selection: 'scored' } as const
    const choose = (kept: readonly ItemId[] | undefined) =>
      coreMemory(keyed, reach, { ...query, kept }, now, spine.zone)
    const same = before?.stamp === stamp ? yield* choose(before.ids) : undefined
    const memory =
      same?.placed.length === before?.ids.length && same !== undefined ? same : yield* choose(undefined)
    const ids = memory.placed.map(({ id }) => id)
    const keys = new Map<string, string>()
    for (const bank of reach.reads) {
      for (const { id, fact } of yield* readItems(spine, bank, sql`i.id ${inText(ids)}`))
        if (fact?.key != null) keys.set(id, fact.key)
    }
    const inOrder = [...ids].sort()
    return {
      snapshot: { stamp, ids },
      out: leftOut(memory),
      items: memory.placed.map(({ saidAt: at, expiresAt, score, parts: _, ...fact }) =>
        memoryItem({ ...fact, at }, spine.zone, {
          score,
          expiresAt,
          order: inOrder.indexOf(fact.id),
          conflictKeys: [keys.get(fact.id) ?? []].flat(),
        }),
      ),
    }
  })
}

function leftOut({ leftOut: groups }: CoreMemory): Decision[] {
  return groups.flatMap(({ reason, ids }) => {
    const code = CODES.get(reason)
    if (code === undefined) return []
    return ids.map((id) => ({ block: 'core_memory' as const, id, reason: code, tokens: 0, by: null }))
  })
}

const CODES: ReadonlyMap<CoreMemory['leftOut'][number]['reason'], ReasonCode> = new Map([
  ['budget', 'token_budget_exceeded'],
  ['repeated', 'duplicate_content'],
  ['expired', 'expired'],
])
