import type { CountTokens } from '../../text/exact-tokens.js'
import { PREVIEW_TOKENS } from '../compaction/trim-results.js'
import type { PromptItem } from './block.js'
import { MARK_TOKENS, shortenableIn, shortenTurns } from './shorten-turns.js'

export interface OutputsRoom {
  /** Tokens that they may take. */
  readonly tokens: number
  /** Above this the largest are cut, as the rest of the prompt needs room as well. */
  readonly roomyTokens: number
  readonly count: CountTokens
  costOf(item: PromptItem): number
}

/**
 * Steps that have to stand in a prompt: whole where they leave the rest some room, else the largest of their outputs cut,
 * all to the same length, as long as a beginning is left. Of what has no room even then the notes go, which no provider
 * asks for.
 */
export function fitOutputs(
  items: readonly PromptItem[],
  { tokens, roomyTokens, count, costOf }: OutputsRoom,
): readonly PromptItem[] {
  const sum = (some: readonly PromptItem[]) => some.reduce((total, item) => total + costOf(item), 0)
  const whole = sum(items)
  const costs = items.flatMap(shortenableIn).map(count)
  if (whole <= roomyTokens || costs.length === 0) return items
  const fixed = whole - costs.reduce((total, cost) => total + cost, 0)
  let each = Math.max(PREVIEW_TOKENS, levelOf(costs, roomyTokens - fixed) - MARK_TOKENS)
  for (let isLeast = false; !isLeast; each = Math.floor(each * STEP)) {
    isLeast = each * STEP < LEAST_TOKENS
    const shown = items.map((item) => shortenTurns(item, each))
    if (sum(shown) <= (each > PREVIEW_TOKENS ? roomyTokens : tokens)) return shown
  }
  return items.filter(({ isUnseen }) => isUnseen !== true).map((item) => shortenTurns(item, LEAST_TOKENS))
}

const STEP = 0.75
const LEAST_TOKENS = 25

/** To which level things of these sizes are to be cut so that they fit. */
function levelOf(costs: readonly number[], room: number): number {
  let left = room
  const inOrder = costs.toSorted((a, b) => a - b)
  for (const [index, cost] of inOrder.entries()) {
    const share = left / (inOrder.length - index)
    if (cost > share) return Math.floor(share)
    left -= cost
  }
  return Number.MAX_SAFE_INTEGER
}
