import { isMissingByChoice } from '../search/vectors/find-meaning.js'
import { searchWithinBudget } from '../search/within-budget.js'
import type { PromptItem } from '../task/prompt/block.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'

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
  const groupOf = new Map<string, string>()
  for (const [index, { items }] of found.groups.entries())
    for (const { id } of items) groupOf.set(id, `${index}`)
  const reasons = Object.entries(found.missing)
    .filter(([, reason]) => !isMissingByChoice(reason))
    .map(([layer, reason]) => `${layer}: ${reason}`)
  return {
    items: found.placed.map(({ item }, rank): PromptItem => {
      const { id, origin, trust, turn, text, occurredAt, recordedAt } = item
      const said = turn === null ? text : `${turn.speaker ?? turn.role}: ${text.trim()}`
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
