import { clip } from '../../text/clip.js'

/** No piece is longer, in UTF-16 units. */
export const PIECE_MAX_CHARS = 64 * 1024

/** Where a piece of a text stands in it. */
export interface PiecePlace {
  /** Line of its first character, from 0. A line ends behind each line feed. */
  readonly line: number
  /** Place of its first character in the text, in UTF-16 units. */
  readonly start: number
}

export interface Piece extends PiecePlace {
  readonly text: string
}

/** Cuts a text into pieces: behind the last line feed that fits, else where no character is cut in half. */
export function* cutPieces(text: string): Generator<Piece> {
  let line = 0
  for (let start = 0; start < text.length; ) {
    const ahead = text.substring(start, start + PIECE_MAX_CHARS + 1) // slice-ok: clipped next
    const window = clip(ahead, PIECE_MAX_CHARS)
    const isLast = start + window.length === text.length
    const feed = isLast ? -1 : window.lastIndexOf('\n')
    const piece = feed === -1 ? window : window.substring(0, feed + 1) // slice-ok: behind a line feed
    yield { line, start, text: piece }
    line += countFeeds(piece)
    start += piece.length
  }
}

export function countFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** How many lines a text has; what stands behind the last line feed is one, where that is not nothing. */
export function countLines(text: string): number {
  return countFeeds(text) + (text.endsWith('\n') || text === '' ? 0 : 1)
}
