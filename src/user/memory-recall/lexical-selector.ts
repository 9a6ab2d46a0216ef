import type { ItemId } from '../../items/item.js'
import { clearlyMeant } from './clearly-meant.js'
import { type WordedEntry, wordScores } from './word-scores.js'

/** Half of what a word tells that one record alone has. */
const LEAST = 0.5

/**
 * The records whose words clearly concern a request, best first; none where none does. Needs no model: the same request
 * and records give the same answer.
 */
export function selectByWords(request: string, entries: readonly WordedEntry[], limit: number): ItemId[] {
  return clearlyMeant(request, wordScores(request, entries), { least: LEAST, limit })
}
