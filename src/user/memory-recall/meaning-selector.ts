import type { ItemId } from '../../items/item.js'
import { isMeant, nearBest, neededBy } from './clearly-meant.js'
import { type WordedEntry, wordScores } from './word-scores.js'

/** An entry with how near its record is to the request. */
export interface MeantEntry extends WordedEntry {
  /** Cosine of the request and the nearest passage of the record; null where it has no vector. */
  readonly nearness: number | null
}

/** Meaning tells better which of the lesser records are meant, so more of them may come. */
const LEAST_OF_BEST = 0.4
/** What one standard deviation of nearness is worth, beside a word that one record alone has. */
const PER_DEVIATION = 0.15
/** So many deviations above the mean are chance. */
const CHANCE = 0.5
/** Some record is always the nearest: without words, it must be as far from the others as only few are. */
const ALONE = 6
/** Of a few records that are equally far, the nearest is not near. */
const LEAST_DEVIATION = 0.06

/**
 * The records that clearly concern a request by its words and its meaning together, best first; none where none does.
 * How near is near differs by model, so each record is compared with the others of the manifest. The nearest record of
 * a request that needs none is mostly as near as that of others: so words say whether there is any, meaning says which.
 */
export function selectByMeaning(request: string, entries: readonly MeantEntry[], limit: number): ItemId[] {
  const words = wordScores(request, entries)
  const byWords = new Map(words.scores.map(({ id, evidence }) => [id, evidence]))
  const above = standingOut(entries.flatMap(({ nearness }) => nearness ?? []))
  const nearest = entries.map(({ id, nearness }) => ({ id, by: nearness === null ? 0 : above(nearness) }))
  const isAlone = nearest.some(({ by }) => by >= ALONE * neededBy(request))
  if (!isAlone && !isMeant(request, words)) return []
  const scores = nearest.map(({ id, by }) => ({
    id,
    evidence: (byWords.get(id) ?? 0) + PER_DEVIATION * Math.max(0, by - CHANCE),
  }))
  return nearBest(scores, { share: LEAST_OF_BEST, limit })
}

/** By how many deviations one of these stands above the others; among a few, it would hide itself in their mean. */
function standingOut(all: readonly number[]): (one: number) => number {
  const others = all.length - 1
  const sum = all.reduce((total, value) => total + value, 0)
  const squares = all.reduce((total, value) => total + value * value, 0)
  return (one) => {
    if (others < 1) return 0
    const mean = (sum - one) / others
    const variance = (squares - one * one) / others - mean * mean
    return (one - mean) / Math.max(LEAST_DEVIATION, Math.sqrt(Math.max(0, variance)))
  }
}
