import type { NearPassage } from './meaning.js'

/** Passages that are looked at closely: enough for a hundred items, some of which have several. */
export const COUNT = 128
/** So many are looked at as they are stored: those that are shown. Of the others only how far chance is matters. */
export const EXACT = 40
export const MANY = 1_024
/** Fewer items than this are too few where there is more. */
const FEW = 32

/** The nearest passage of each item, nearest first. */
export function bestOfItems(passages: Iterable<NearPassage>): NearPassage[] {
  const best = new Map<number, NearPassage>()
  for (const passage of passages) {
    const known = best.get(passage.itemRid)
    if (known === undefined || passage.similarity > known.similarity) best.set(passage.itemRid, passage)
  }
  return [...best.values()].sort((a, b) => b.similarity - a.similarity || b.rid - a.rid)
}

/** Whether to look no further: a text of very many passages must not hide all others. */
export function isEnough(items: number, found: number, count: number): boolean {
  return items >= FEW || found < count || count > MANY
}
