import type { TokenList } from './posting-row.js'
import type { TextPostings } from './text-postings.js'
import { emptyTable, type TextTable } from './text-table.js'

/** A text that is to be put into a segment. */
export interface SegmentText extends TextPostings {
  readonly rid: number
  readonly length: number
}

/** Texts and the lists of their tokens, by ascending keys. */
export interface Segment {
  readonly table: TextTable
  readonly lists: readonly TokenList[]
}

/** Turns texts into lists. A segment holds at most 65,536. */
export function buildSegment(texts: readonly SegmentText[]): Segment {
  const table = emptyTable(texts.length)
  const found = new Map<number, { readonly places: number[]; readonly counts: number[] }>()
  for (const [place, { rid, length, keys, counts }] of texts.entries()) {
    table.rids[place] = rid
    table.lengths[place] = length
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!
      const list = found.get(key)
      if (list === undefined) found.set(key, { places: [place], counts: [counts[i]!] })
      else {
        list.places.push(place)
        list.counts.push(counts[i]!)
      }
    }
  }
  const keys = Float64Array.from(found.keys()).sort()
  return {
    table,
    lists: Array.from(keys, (key) => {
      const { places, counts } = found.get(key)!
      return { key, places: Uint16Array.from(places), counts: Uint8Array.from(counts) }
    }),
  }
}
