import { tokenKey } from './token-key.js'

/** One text as the word index holds it. */
export interface TextPostings {
  /** Of its distinct tokens, ascending. */
  readonly keys: Float64Array
  /** How often each stands in the text, at most 255. */
  readonly counts: Uint8Array
}

/** Most occurrences that are told apart: BM25 saturates long before. */
const COUNT_MAX = 255

/** The postings of a segmented text. Where a token stands, among words or parts, makes no difference. */
export function textPostings(words: string, parts: string): TextPostings {
  const counted = new Map<number, number>()
  for (const joined of [words, parts]) {
    for (let from = 0; from < joined.length; ) {
      const space = joined.indexOf(' ', from)
      const end = space === -1 ? joined.length : space
      if (end > from) {
        const key = tokenKey(joined.substring(from, end)) // slice-ok: between spaces
        counted.set(key, (counted.get(key) ?? 0) + 1)
      }
      from = end + 1
    }
  }
  const keys = Float64Array.from(counted.keys()).sort()
  return { keys, counts: Uint8Array.from(keys, (key) => Math.min(COUNT_MAX, counted.get(key)!)) }
}

/** Keys, then counts. */
export function encodeText({ keys, counts }: TextPostings): Uint8Array {
  const bytes = new Uint8Array(keys.byteLength + counts.byteLength)
  bytes.set(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength))
  bytes.set(counts, keys.byteLength)
  return bytes
}

export function decodeText(content: Uint8Array): TextPostings {
  const bytes = aligned(content)
  const size = bytes.byteLength / (Float64Array.BYTES_PER_ELEMENT + 1)
  return {
    keys: new Float64Array(bytes.buffer, bytes.byteOffset, size),
    counts: bytes.subarray(size * Float64Array.BYTES_PER_ELEMENT),
  }
}

/** The place of a key among ascending ones, or where it would stand. */
export function placeOf(keys: Float64Array, key: number, from = 0): number {
  let low = from
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The same bytes where arrays of numbers may begin: drivers hand out pieces of larger buffers. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes)
}
