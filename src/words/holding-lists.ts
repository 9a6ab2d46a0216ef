import { SEGMENT_TEXTS } from './posting-row.js'
import type { WordLists } from './word-lists.js'

/** Row numbers of the texts that hold all of the tokens that were asked for, in no order; none where none was. */
export function holdingAll({ parts, frequencies }: WordLists): number[] {
  const rids: number[] = []
  const tokens = frequencies.length
  if (tokens === 0) return rids
  for (const { rids: all, lists } of parts) {
    // The shortest first: only its texts are counted.
    const shortest = [...lists].sort((a, b) => (a?.places.length ?? 0) - (b?.places.length ?? 0))
    for (const [index, list] of shortest.entries()) {
      for (const place of list?.places ?? []) if (held[place] === index) held[place] = index + 1
    }
    for (const place of shortest[0]?.places ?? []) {
      if (held[place] === tokens) rids.push(all[place]!)
      held[place] = 0
    }
  }
  return rids
}

// Zero between calls. A question has at most 64 terms.
const held = new Uint16Array(SEGMENT_TEXTS)
