import type { ItemId } from '../../items/item.js'
import { isMeant, nearBest } from './clearly-meant.js'
import { type WordedEntry, wordScores } from './word-scores.js'

/** Fewer than five is better than what is far from the best. */
const LEAST_OF_BEST = 0.5

/**
 * The records whose words clearly concern a request, best first; none where none does. Needs no model: the same request
 * and records give the same answer.
 */
export function selectByWords(request: string, entries: readonly WordedEntry[], limit: number): ItemId[] {
  const words = wordScores(request, entries)
  return isMeant(request, words) ? nearBest(words.scores, { share: LEAST_OF_BEST, limit }) : []
}
