import { aligned, placeOf } from './text-postings.js'

/** Which texts of a segment hold a token, by their places in it, and how often. */
export interface PostingList {
  /** Ascending. */
  readonly places: Uint16Array
  readonly counts: Uint8Array
}

/** A token's list in a segment. */
export interface TokenList extends PostingList {
  readonly key: number
}

/** Lists of one or more tokens, by the first of them. */
export interface PostingRow {
  readonly token: number
  readonly content: Uint8Array
}

/** Texts of a segment: places are 16 bits. */
export const SEGMENT_TEXTS = 65_536

/** With its header a row of this size stays within a page of SQLite. */
const ROW_BYTES = 3_900
const HEAD_BYTES = 8
const TOKEN_BYTES = 10
const POSTING_BYTES = 3

/** Packs lists, which come by ascending keys, into rows; a list that is longer than a row has one of its own. */
export function* packRows(lists: Iterable<TokenList>): Generator<PostingRow> {
  let row: TokenList[] = []
  let bytes = HEAD_BYTES
  for (const list of lists) {
    const more = TOKEN_BYTES + list.places.length * POSTING_BYTES
    if (row.length > 0 && bytes + more > ROW_BYTES) {
      yield packRow(row)
      row = []
      bytes = HEAD_BYTES
    }
    row.push(list)
    bytes += more
  }
  if (row.length > 0) yield packRow(row)
}

/** How many tokens, their keys, the lengths of their lists less one, all places, all counts. */
function packRow(lists: readonly TokenList[]): PostingRow {
  const postings = lists.reduce((sum, { places }) => sum + places.length, 0)
  const bytes = new Uint8Array(HEAD_BYTES + lists.length * TOKEN_BYTES + postings * POSTING_BYTES)
  new Uint32Array(bytes.buffer, 0, 1)[0] = lists.length
  const { keys, sizes, places, counts } = partsOf(bytes)
  let at = 0
  for (const [index, list] of lists.entries()) {
    keys[index] = list.key
    sizes[index] = list.places.length - 1
    places.set(list.places, at)
    counts.set(list.counts, at)
    at += list.places.length
  }
  return { token: lists[0]!.key, content: bytes }
}

interface RowParts {
  readonly keys: Float64Array
  readonly sizes: Uint16Array
  readonly places: Uint16Array
  readonly counts: Uint8Array
}

function partsOf(content: Uint8Array): RowParts {
  const { buffer, byteOffset, byteLength } = aligned(content)
  const tokens = new Uint32Array(buffer, byteOffset, 1)[0]!
  const sizesAt = byteOffset + HEAD_BYTES + tokens * Float64Array.BYTES_PER_ELEMENT
  const placesAt = sizesAt + tokens * Uint16Array.BYTES_PER_ELEMENT
  const postings = (byteLength - HEAD_BYTES - tokens * TOKEN_BYTES) / POSTING_BYTES
  return {
    keys: new Float64Array(buffer, byteOffset + HEAD_BYTES, tokens),
    sizes: new Uint16Array(buffer, sizesAt, tokens),
    places: new Uint16Array(buffer, placesAt, postings),
    counts: new Uint8Array(buffer, placesAt + postings * Uint16Array.BYTES_PER_ELEMENT, postings),
  }
}

/** The list of a token in the row that may hold it. */
export function listIn(content: Uint8Array, key: number): PostingList | undefined {
  const { keys, sizes, places, counts } = partsOf(content)
  const found = placeOf(keys, key)
  if (keys[found] !== key) return undefined
  let from = 0
  for (let index = 0; index < found; index++) from += sizes[index]! + 1
  const end = from + sizes[found]! + 1
  return { places: places.subarray(from, end), counts: counts.subarray(from, end) }
}

/** All lists of a row, by ascending keys. */
export function* listsIn(content: Uint8Array): Generator<TokenList> {
  const { keys, sizes, places, counts } = partsOf(content)
  let from = 0
  for (const [index, key] of keys.entries()) {
    const end = from + sizes[index]! + 1
    yield { key, places: places.subarray(from, end), counts: counts.subarray(from, end) }
    from = end
  }
}

/** A list without some texts; undefined where nothing is left. */
export function without(list: TokenList, gone: ReadonlySet<number>): TokenList | undefined {
  const { key, places, counts } = list
  const out = [...gone].map((place) => places.indexOf(place)).filter((index) => index !== -1)
  if (out.length === 0) return list
  if (out.length === places.length) return undefined
  return { key, places: cut(places, out), counts: cut(counts, out) }
}

/** The numbers but for those at these indexes; in pieces, since lists are long and few of them go. */
function cut<T extends Uint16Array | Uint8Array>(numbers: T, out: readonly number[]): T {
  const kept = new (numbers.constructor as new (length: number) => T)(numbers.length - out.length)
  let from = 0
  let at = 0
  for (const index of [...out, numbers.length].sort((a, b) => a - b)) {
    kept.set(numbers.subarray(from, index), at)
    at += index - from
    from = index + 1
  }
  return kept
}
