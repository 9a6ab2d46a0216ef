import { MemoryError, tellError } from '../errors.js'
import { requireOpenGate } from '../items/gate.js'
import type { ItemId } from '../items/item.js'
import { kindOfBank } from '../reach.js'
import type { Tx } from '../store/statement.js'
import { appendEvents } from '../task/append-events.js'
import { sayRecalled } from '../task/in-later-prompts.js'
import { countPlaced } from '../user/core-memory.js'
import { countRecalled } from '../user/records/record-rows.js'
import type { PromptFor } from './assemble-for.js'
import { type AssemblyDetail, keptDecisions, recalledIn } from './assembly-detail.js'
import type { PromptWorld } from './gathered.js'
import type { PromptWanted } from './prompt-wanted.js'

/** What is kept of a prompt. */
export function detailOf(prompt: PromptFor, wanted: PromptWanted): AssemblyDetail {
  const { assembly, part, task, core } = prompt
  const given = assembly.decisions.filter(({ id, reason }) => id.startsWith(CALLERS) && reason === 'placed')
  return {
    version: 1,
    budgetTokens: wanted.budgetTokens,
    tokens: assembly.tokens.total,
    byBlock: [...assembly.tokens.byBlock],
    items: keptDecisions(assembly),
    core,
    ask: part?.askedBy?.id ?? null,
    task,
    blocks: wanted.blocks,
    select: wanted.select,
    givenTokens: given.reduce((sum, { id, tokens }) => (id === 'caller:ask' ? sum : sum + tokens), 0),
  }
}

/** Ids of what the caller gave: no items. */
export const CALLERS = 'caller:'

export type KeptAssembly = { readonly id: ItemId } | { readonly missing: string }

/** Keeps a prompt as an event of its session: ids, reasons and tokens. What hinders that hinders no prompt. */
export async function keepAssembly(
  { spine, reach }: PromptWorld,
  { part }: PromptFor,
  detail: AssemblyDetail,
): Promise<KeptAssembly> {
  if (part === null) return { missing: 'no session was named' }
  if (part.session.bank !== reach.writes) return { missing: 'the session is in a bank that you only read' }
  if (!reach.capabilities.has('memory.write'))
    return { missing: 'keeping it needs the capability memory.write' }
  const { name, channel } = part.session
  try {
    if (kindOfBank(reach.writes) === 'workspace')
      await spine.store.read(requireOpenGate, reach, 'prompt.assemble')
    const [kept] = await appendEvents(spine, reach, { name, channel }, [
      {
        type: 'recall',
        text: sayRecalled(recalledIn(detail).length),
        role: 'memory',
        at: null,
        origin: 'tool',
        data: { detail },
      },
    ])
    return kept === undefined || kept.outcome === 'forgotten'
      ? { missing: 'it was forgotten' }
      : { id: kept.id }
  } catch (error) {
    if (error instanceof MemoryError) return { missing: tellError(error) }
    throw error
  }
}

/**
 * Counts what a prompt shows as used, once while it stays in the prompts of its session: before each call of a model the
 * same memories would count again.
 */
export function placedNow(
  { reach }: PromptWorld,
  detail: AssemblyDetail,
  before: AssemblyDetail | null,
  at: number,
): (() => Tx<void>) | undefined {
  const known = new Set(before === null ? [] : recalledIn(before))
  const fresh = recalledIn(detail).filter((id) => !known.has(id)) as ItemId[]
  const records = new Set(
    detail.items.flatMap(([block, id]) => (block === 'user_memory' ? [id as ItemId] : [])),
  )
  if (fresh.length === 0) return undefined
  return function* count(): Tx<void> {
    const others = fresh.filter((id) => !records.has(id)).map((id) => ({ id, bank: reach.writes }))
    yield* countPlaced(reach, others, at)
    yield* countRecalled(
      reach,
      fresh.filter((id) => records.has(id)),
      at,
    )
  }
}
