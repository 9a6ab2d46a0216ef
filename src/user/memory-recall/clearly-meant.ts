import type { ItemId } from '../../items/item.js'
import type { Score } from './word-scores.js'
import { isWorldQuestion } from './world-question.js'

/** Records of less than this share of the best one's evidence are hardly what is meant. */
const LEAST_OF_BEST = 0.3
/** What evidence is worth where the world is asked about, and a shared word is likely chance. */
const OF_WORLD = 0.25

/** The records with as much evidence as is needed to bring them up unasked, best first, at most `limit`. */
export function clearlyMeant(
  request: string,
  scores: readonly Score[],
  { least, limit }: { readonly least: number; readonly limit: number },
): ItemId[] {
  const ranked = [...scores].sort((a, b) => b.evidence - a.evidence)
  const needed = isWorldQuestion(request) ? least / OF_WORLD : least
  const floor = Math.max(needed, LEAST_OF_BEST * (ranked[0]?.evidence ?? 0))
  return ranked
    .filter(({ evidence }) => evidence >= floor)
    .slice(0, limit) // slice-ok: a list
    .map(({ id }) => id)
}
