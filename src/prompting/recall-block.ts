import { kindOfBank } from '../reach.js'
import { isMissingByChoice } from '../search/vectors/find-meaning.js'
import { searchWithinBudget } from '../search/within-budget.js'
import { inText, sql } from '../store/sql.js'
import type { PromptItem } from '../task/prompt/block.js'
import { readNotes } from '../user/workspace/note.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'
import { contestedText } from './workspace-block.js'

export interface RecallBlockWanted {
  /** What the remembered lines may take. */
  readonly budgetTokens: number
  /** Ids of items that the prompt shows already. */
  readonly without?: ReadonlySet<string> | undefined
}

/** What was said or noted before and answers what is asked, the best that a budget holds. */
export async function recallBlock(
  { spine, reach, signal }: Pick<PromptWorld, 'spine' | 'reach' | 'signal'>,
  ask: string,
  { budgetTokens, without }: RecallBlockWanted,
): Promise<Gathered> {
  if (budgetTokens <= 0) return { items: [] }
  const found = await searchWithinBudget(spine, reach, ask, {
    budget: budgetTokens,
    signal,
    ...(without === undefined ? {} : { without }),
  })
  const open = await contestedIn(
    { spine, reach },
    found.placed.map(({ item }) => item.id),
  )
  const groupOf = new Map<string, string>()
  for (const [index, { items }] of found.groups.entries())
    for (const { id } of items) groupOf.set(id, `${index}`)
  const reasons = Object.entries(found.missing)
    .filter(([, reason]) => !isMissingByChoice(reason))
    .map(([layer, reason]) => `${layer}: ${reason}`)
  return {
    items: found.placed.map(({ item }, rank): PromptItem => {
      const { id, origin, trust, turn, text, occurredAt, recordedAt } = item
      const told = contestedText({ text, conflicts: open.get(id) ?? [] })
      const said = turn === null ? told : `${turn.speaker ?? turn.role}: ${text.trim()}`
      const group = groupOf.get(id)
      return {
        ...memoryItem({ id, text: said, origin, trust, at: occurredAt ?? recordedAt }, spine.zone, {
          score: 1 / (1 + rank),
          order: turn?.seq ?? 0,
          ...(group === undefined ? {} : { group }),
        }),
        ...(occurredAt === null ? { day: null } : {}),
      }
    }),
    out: found.left.map(({ id, tokens, reason }) => ({ block: 'recall', id, tokens, reason, by: null })),
    ...(reasons.length === 0 ? {} : { missing: reasons.join('; ') }),
  }
}

/** Open conflicts of those that are notes of a workspace, by their ids. */
async function contestedIn(
  { spine, reach }: Pick<PromptWorld, 'spine' | 'reach'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const bank = reach.reads.find((one) => kindOfBank(one) === 'workspace')
  if (bank === undefined || ids.length === 0) return new Map()
  const notes = await spine.store.read(readNotes, bank, sql`i.id ${inText(ids)}`)
  return new Map(notes.map(({ id, conflicts }) => [id, conflicts]))
}
