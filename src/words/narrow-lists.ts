import type { PostingList } from './posting-row.js'
import { frequenciesOf, type WordLists } from './word-lists.js'

/** The lists as if the bank held nothing but these texts. */
export function narrowLists({ parts, frequencies }: WordLists, rids: ReadonlySet<number>): WordLists {
  const narrowed = parts.map((part) => ({
    ...part,
    lists: part.lists.map((list) => list && only(list, (place) => rids.has(part.rids[place]!))),
  }))
  return { parts: narrowed, frequencies: frequenciesOf(narrowed, frequencies.length) }
}

function only({ places, counts }: PostingList, isWanted: (place: number) => boolean): PostingList {
  const kept: number[] = []
  for (let i = 0; i < places.length; i++) if (isWanted(places[i]!)) kept.push(i)
  return {
    places: Uint16Array.from(kept, (i) => places[i]!),
    counts: Uint8Array.from(kept, (i) => counts[i]!),
  }
}
