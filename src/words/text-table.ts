import { aligned } from './text-postings.js'

/** The texts of a segment, by their places in it. */
export interface TextTable {
  /** Row numbers of their terms; 0 for one that is gone. */
  readonly rids: Float64Array
  /** Words, as ranking counts them. */
  readonly lengths: Uint32Array
}

/** So many texts stand in a row of the table: one that is forgotten costs writing it anew. */
export const TABLE_TEXTS = 4_096

const TEXT_BYTES = Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT

/** Rows of the table stand among those of the tokens, under numbers that no token has. */
function tableToken(place: number): number {
  return -1 - Math.floor(place / TABLE_TEXTS)
}

export function emptyTable(texts: number): TextTable {
  return { rids: new Float64Array(texts), lengths: new Uint32Array(texts) }
}

/** Row numbers, then lengths, of each so many texts. */
export function* packTable({ rids, lengths }: TextTable): Generator<{ token: number; content: Uint8Array }> {
  for (let from = 0; from < rids.length; from += TABLE_TEXTS) {
    const end = Math.min(rids.length, from + TABLE_TEXTS)
    yield {
      token: tableToken(from),
      content: packTexts(rids.subarray(from, end), lengths.subarray(from, end)),
    }
  }
}

export function packTexts(rids: Float64Array, lengths: Uint32Array): Uint8Array {
  const content = new Uint8Array(rids.length * TEXT_BYTES)
  const texts = readTexts(content)
  texts.rids.set(rids)
  texts.lengths.set(lengths)
  return content
}

export function readTexts(content: Uint8Array): TextTable {
  const { buffer, byteOffset, byteLength } = aligned(content)
  const texts = byteLength / TEXT_BYTES
  return {
    rids: new Float64Array(buffer, byteOffset, texts),
    lengths: new Uint32Array(buffer, byteOffset + texts * Float64Array.BYTES_PER_ELEMENT, texts),
  }
}

/** The table out of its rows, in the order of places. */
export function joinTable(contents: readonly Uint8Array[]): TextTable {
  const parts = contents.map(readTexts)
  const table = emptyTable(parts.reduce((sum, { rids }) => sum + rids.length, 0))
  let from = 0
  for (const { rids, lengths } of parts) {
    table.rids.set(rids, from)
    table.lengths.set(lengths, from)
    from += rids.length
  }
  return table
}
