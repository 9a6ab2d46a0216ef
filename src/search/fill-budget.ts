import { isAlike, type Likeness, likenessOf } from '../text/likeness.js'
import type { BudgetWeights } from './budget-weights.js'
import type { Offered } from './budget-worth.js'
import { mayBeAlike } from './collapse.js'

/** What an item costs: its own line, and its label, which stands once for all items with the same. */
export interface Cost {
  readonly tokens: number
  readonly label: string
  readonly labelTokens: number
}

export interface Filled {
  /** In the order in which they were chosen. */
  readonly placed: readonly Offered[]
  /** What the search found and is not placed. */
  readonly left: readonly { readonly offered: Offered; readonly reason: LeftReason }[]
}

/** `conflict_loser`: something newer took the place of all that it states. */
export type LeftReason = 'token_budget_exceeded' | 'duplicate_content' | 'conflict_loser'

/**
 * Chooses for a budget, always the next worth most: by its length, and less the more of its conversation is placed, since
 * the parts of an answer that are still missing stand elsewhere. What is too large is skipped, and smaller ones fill in.
 */
export function fillBudget(
  offered: readonly Offered[],
  budget: number,
  costOf: (offered: Offered) => Cost,
  weights: BudgetWeights,
): Filled {
  const queues = queuesOf(offered, costOf, weights)
  const labels = new Set<string>()
  const placed: Offered[] = []
  const left: { offered: Offered; reason: LeftReason }[] = []
  const says = memoised()
  let room = budget
  for (let queue = fullest(queues, weights); queue !== undefined; queue = fullest(queues, weights)) {
    const { one, cost } = queue.entries[queue.next++]!
    const tokens = cost.tokens + (labels.has(cost.label) ? 0 : cost.labelTokens)
    const isSaid =
      tokens <= room &&
      placed.some((other) => mayBeAlike(other.row, one.row) && isAlike(says(other), says(one)))
    if (isSaid || tokens > room) {
      if (one.isFound) {
        left.push({ offered: one, reason: isSaid ? 'duplicate_content' : 'token_budget_exceeded' })
      }
      continue
    }
    placed.push(one)
    labels.add(cost.label)
    room -= tokens
    queue.tokens += cost.tokens
  }
  return { placed, left }
}

/** One conversation, what is worth most first. */
interface Queue {
  readonly entries: readonly Entry[]
  next: number
  /** Of what is placed. */
  tokens: number
}

interface Entry {
  readonly one: Offered
  readonly cost: Cost
  readonly worth: number
}

function queuesOf(
  offered: readonly Offered[],
  costOf: (offered: Offered) => Cost,
  weights: BudgetWeights,
): Queue[] {
  const byConversation = new Map<string, Entry[]>()
  for (const one of offered) {
    const cost = costOf(one)
    const entry = { one, cost, worth: one.worth / (cost.tokens + weights.costPad) ** weights.cost }
    const known = byConversation.get(one.conversation)
    if (known === undefined) byConversation.set(one.conversation, [entry])
    else known.push(entry)
  }
  return [...byConversation.values()].map((entries) => ({
    entries: entries.sort((a, b) => b.worth - a.worth || a.one.row.rid - b.one.row.rid),
    next: 0,
    tokens: 0,
  }))
}

function fullest(queues: readonly Queue[], weights: BudgetWeights): Queue | undefined {
  let best: Queue | undefined
  let most = 0
  for (const queue of queues) {
    const entry = queue.entries[queue.next]
    if (entry === undefined) continue
    const worth = entry.worth / (1 + queue.tokens / weights.conversationTokens)
    if (worth > most) {
      most = worth
      best = queue
    }
  }
  return best
}

function memoised(): (offered: Offered) => Likeness {
  const known = new Map<Offered, Likeness>()
  return (offered) => {
    const likeness = known.get(offered) ?? likenessOf(offered.row.text)
    known.set(offered, likeness)
    return likeness
  }
}
