import type { ItemId } from '../../items/item.js'
import { type Matter, matterOf } from './request-matter.js'
import type { Score, WordScores } from './word-scores.js'

/** Of a request, one of four telling words is enough in a name, one of two in a description. */
const LEAST = 0.475
/** What somebody asks of their own affairs needs less than the rest, and what is asked of the world needs more. */
const NEEDED: Readonly<Record<Matter, number>> = { own: 1 / 1.5, any: 1, world: 1.5 }

/**
 * Whether some record has words enough of a request to be brought up unasked. One shared word is much of a short
 * request, and chance in a long one: so the evidence counts by how much of the request it covers.
 */
export function isMeant(request: string, { scores, asked }: WordScores): boolean {
  const best = Math.max(0, ...scores.map(({ evidence }) => evidence))
  return best > 0 && best * Math.sqrt(best / asked) >= LEAST * neededBy(request)
}

/** How much more, or less, a request needs than others before a record is brought up for it. */
export function neededBy(request: string): number {
  return NEEDED[matterOf(request)]
}

/** The records with at least this share of the best one's evidence, best first, at most `limit`. */
export function nearBest(
  scores: readonly Score[],
  { share, limit }: { readonly share: number; readonly limit: number },
): ItemId[] {
  const ranked = scores.filter(({ evidence }) => evidence > 0).sort((a, b) => b.evidence - a.evidence)
  return ranked
    .filter(({ evidence }) => evidence >= share * ranked[0]!.evidence)
    .slice(0, limit) // slice-ok: a list
    .map(({ id }) => id)
}
