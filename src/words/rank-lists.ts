import { createBestTexts, type RankedText } from './best-texts.js'
import { SEGMENT_TEXTS } from './posting-row.js'
import type { ListedPart, WordLists } from './word-lists.js'

/** How texts are ranked by the words they hold. */
export interface Bm25 {
  /** What each token is worth: its inverse frequency, weighted. */
  readonly worths: ArrayLike<number>
  /** How fast a repeated word stops adding (k1). */
  readonly saturation: number
  /** Added to a text's length and to the average before they are compared. */
  readonly pad: number
  /** Words of a text of the bank on average. */
  readonly average: number
}

/**
 * The best texts by BM25 (Robertson and Zaragoza 2009), `worth · tf · (k1 + 1) / (tf + k1 · (length + pad) / (average +
 * pad))` summed over the tokens: best first, of equal ones the later. Exact: every posting is looked at.
 *
 * @param rows how many at most
 * @param allowed those that may be among them; all when absent
 */
export function rankLists(
  { parts }: WordLists,
  bm25: Bm25,
  rows: number,
  allowed?: (rid: number) => boolean,
): RankedText[] {
  const best = createBestTexts(rows)
  for (const part of parts) {
    const entered = addUp(part, bm25)
    for (let i = 0; i < entered; i++) {
      const place = places[i]!
      const score = sums[place]!
      sums[place] = 0
      const rid = part.rids[place]!
      if (score >= best.least && (allowed === undefined || allowed(rid))) best.offer(rid, score)
    }
  }
  return best.take()
}

/** What the texts of a part are worth, into `sums`; how many of them are worth anything, whose places are in `places`. */
function addUp({ lengths, lists }: ListedPart, { worths, saturation, pad, average }: Bm25): number {
  const perWord = saturation / (average + pad)
  const base = perWord * pad
  let entered = 0
  for (const [token, list] of lists.entries()) {
    const gain = worths[token]! * (saturation + 1)
    // A sum of nothing would count as none.
    if (list === undefined || gain === 0) continue
    const { places: at, counts } = list
    for (let i = 0; i < at.length; i++) {
      const place = at[i]!
      const count = counts[i]!
      const before = sums[place]!
      if (before === 0) places[entered++] = place
      sums[place] = before + (gain * count) / (count + base + perWord * lengths[place]!)
    }
  }
  return entered
}

// Nothing of these outlives a call: sums are zero in between.
const sums = new Float64Array(SEGMENT_TEXTS)
const places = new Uint16Array(SEGMENT_TEXTS)
