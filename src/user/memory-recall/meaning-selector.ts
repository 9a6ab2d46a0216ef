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
 * How near is near differs by model, so a record is compared with the others of the manifest.
 */
export function selectByMeaning(request: string, entries: readonly MeantEntry[], limit: number): ItemId[] {
  const words = new Map(wordScores(request, entries).map(({ id, evidence }) => [id, evidence]))
  const known = entries.flatMap(({ nearness }) => nearness ?? [])
  const mean = average(known)
  const deviation = Math.max(LEAST_DEVIATION, Math.sqrt(average(known.map((one) => (one - mean) ** 2))))
  const scores = entries.map(({ id, nearness }) => {
    const above = nearness === null ? 0 : Math.max(0, (nearness - mean) / deviation - CHANCE)
    return { id, evidence: (words.get(id) ?? 0) + PER_DEVIATION * above }
  })
  return clearlyMeant(request, scores, { least: LEAST, limit })
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
