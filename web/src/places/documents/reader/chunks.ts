import type { ShownDocument } from '../document.js'

export type OutlineSection = NonNullable<ShownDocument['outline']>['sections'][number]

/** A stretch of a document that is read in one go. */
export interface Chunk {
  readonly from: number
  readonly chars: number
  /** Those that begin in it. A section longer than a chunk goes on in the next ones. */
  readonly sections: readonly OutlineSection[]
}

/** About so much is read in one go; an answer holds no more than the second. */
const CHUNK_CHARS = 24_000
const CHUNK_MAX_CHARS = 100_000

/** Parts a document into stretches that begin with a section where they can. */
export function chunksOf(sections: readonly OutlineSection[], chars: number): readonly Chunk[] {
  const chunks: Chunk[] = []
  let at = 0
  while (at < chars) {
    const begun = sections.filter(({ from }) => from >= at)
    const isInside = begun[0]?.from !== at
    const fitting = begun.findLast(({ from, chars: length }) => from + length <= at + CHUNK_CHARS)
    const next = isInside ? begun[0]?.from : begun[1]?.from
    const wanted = fitting === undefined || isInside ? (next ?? chars) : fitting.from + fitting.chars
    const end = Math.min(chars, wanted, at + CHUNK_MAX_CHARS)
    chunks.push({ from: at, chars: end - at, sections: begun.filter(({ from }) => from < end) })
    at = end
  }
  return chunks
}

/** Which stretch a section begins in; 0 where there is none of that address. */
export function chunkOf(chunks: readonly Chunk[], anchor: string): number {
  const found = chunks.findIndex(({ sections }) => sections.some((section) => section.anchor === anchor))
  return Math.max(0, found)
}

export interface Piece {
  /** null: what goes on from the stretch before. */
  readonly anchor: string | null
  readonly text: string
}

/** The text of a stretch, section by section. */
export function piecesOf({ from, sections }: Chunk, text: string): readonly Piece[] {
  const starts = sections.map((section) => section.from - from)
  const lead = text.substring(0, starts[0] ?? text.length)
  const pieces = sections.map(({ anchor }, index) => ({
    anchor,
    text: text.substring(starts[index] ?? 0, starts[index + 1] ?? text.length),
  }))
  return lead === '' ? pieces : [{ anchor: null, text: lead }, ...pieces]
}
