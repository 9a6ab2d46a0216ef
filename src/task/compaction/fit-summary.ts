import type { CountTokens } from '../../text/exact-tokens.js'
import { LEAST_BUDGET_TOKENS, renderSummary } from './render-summary.js'
import type { KeptCompaction } from './working-set.js'

/**
 * The text of a summary that takes no more real tokens than it may: as it was kept, else made anew of what it shows, what
 * matters most first. Below {@link LEAST_BUDGET_TOKENS} it may take more.
 */
export function fitSummary(
  { text, detail }: Pick<KeptCompaction, 'text' | 'detail'>,
  tokens: number,
  count: CountTokens,
): string {
  let shown = text
  for (let budgetTokens = tokens; count(shown) > tokens; ) {
    shown = renderSummary({ ...detail, budgetTokens }, detail.entries, detail.lossless).text
    if (budgetTokens <= LEAST_BUDGET_TOKENS) break
    // It is made by estimate.
    budgetTokens = Math.max(LEAST_BUDGET_TOKENS, Math.floor(budgetTokens * STEP))
  }
  return shown
}

const STEP = 0.85
