import type { ItemId } from '../../items/item.js'
import { clearlyMeant } from './clearly-meant.js'
import { type WordedEntry, wordScores } from './word-scores.js'

/** An entry with how near its record is to the request. */
export interface MeantEntry extends WordedEntry {
  /** Cosine of the request and the nearest passage of the record; null where it has no vector. */
  readonly nearness: number | null
}

/** More than by words alone: some record is always the nearest. */
const LEAST = 0.65
/** What one standard deviation of nearness is worth, beside a word that one record alone has. */
const PER_DEVIATION = 0.2
/** So many deviations above the mean are chance. */
const CHANCE = 0.5
/** Of a few records that are equally far, the nearest is not near. */
const LEAST_DEVIATION = 0.06

/**
 * The records that clearly concern a request by its words and its meaning together, best first; none where none does.
 * How near is near differs by model, so each record is compared with the others of the manifest.
 */
export function selectByMeaning(request: string, entries: readonly MeantEntry[], limit: number): ItemId[] {
  const words = new Map(wordScores(request, entries).map(({ id, evidence }) => [id, evidence]))
  const above = standingOut(entries.flatMap(({ nearness }) => nearness ?? []))
  const scores = entries.map(({ id, nearness }) => {
    const meaning = nearness === null ? 0 : Math.max(0, above(nearness) - CHANCE)
    return { id, evidence: (words.get(id) ?? 0) + PER_DEVIATION * meaning }
  })
  return clearlyMeant(request, scores, { least: LEAST, limit })
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
