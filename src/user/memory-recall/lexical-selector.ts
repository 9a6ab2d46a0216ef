import type { ItemId } from '../../items/item.js'
import { type WordedEntry, type WordScore, wordScores } from './word-scores.js'

/**
 * The records whose words clearly concern a request, best first; none where none does. Needs no model: the same request
 * and records give the same answer.
 */
export function selectByWords(request: string, entries: readonly WordedEntry[], limit: number): ItemId[] {
  const scores = wordScores(request, entries).sort((a, b) => b.evidence - a.evidence)
  const best = scores[0]?.evidence ?? 0
  return scores
    .filter((score) => isClear(score) && score.evidence >= LEAST.ofBest * best)
    .slice(0, limit) // slice-ok: a list
    .map(({ id }) => id)
}

/** Evidence that is needed, and how much of it the request must be. */
export const LEAST = { evidence: 1, coverage: 0.25, ofBest: 0.4 }

export function isClear({ evidence, coverage }: WordScore): boolean {
  return evidence >= LEAST.evidence && coverage >= LEAST.coverage
}
