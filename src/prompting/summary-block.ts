import { fitSummary } from '../task/compaction/fit-summary.js'
import type { KeptCompaction } from '../task/compaction/working-set.js'
import type { CountTokens } from '../text/exact-tokens.js'
import { type Gathered, plainItem } from './gathered.js'

/** The summary of a session, as much of it as its block holds. It comes fenced. */
export function summaryBlock(
  summary: KeptCompaction | null,
  budgetTokens: number,
  count: CountTokens,
): Gathered {
  if (summary === null) return { items: [] }
  const text = fitSummary(summary, budgetTokens - AROUND_TOKENS, count)
  return { items: [plainItem(summary.id, text)] }
}

/** What a block takes beside its text. */
const AROUND_TOKENS = 2
