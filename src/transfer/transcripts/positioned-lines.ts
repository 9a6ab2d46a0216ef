import { type ByteSource, bytesOf, piecesOf } from '../lines.js'

/** A line with its place in the file. */
export interface PositionedLine {
  /** From 1. */
  readonly number: number
  /** Its first byte, from 0. */
  readonly at: number
  /** Without its newline; undefined where it is longer than may be. */
  readonly bytes: Buffer | undefined
  /** With its newline. */
  readonly length: number
  /** False where the file ends within it. */
  readonly isEnded: boolean
}

/** The lines of a file and where they stand. Holds one of them at a time. */
export async function* positionedLines(source: ByteSource, maxBytes: number): AsyncGenerator<PositionedLine> {
  let number = 1
  let at = 0
  let pieces: Buffer[] = []
  let bytes = 0
  const take = (isEnded: boolean): PositionedLine => ({
    number,
    at,
    bytes: bytes > maxBytes ? undefined : Buffer.concat(pieces),
    length: bytes + (isEnded ? 1 : 0),
    isEnded,
  })
  for await (const chunk of piecesOf(source)) {
    const buffer = bytesOf(chunk)
    for (let from = 0; ; ) {
      const end = buffer.indexOf(NEWLINE, from)
      const piece = buffer.subarray(from, end === -1 ? buffer.length : end)
      bytes += piece.length
      // A line past the limit is counted, not kept.
      if (bytes <= maxBytes) pieces.push(piece)
      else pieces = []
      if (end === -1) break
      yield take(true)
      at += bytes + 1
      number += 1
      pieces = []
      bytes = 0
      from = end + 1
    }
  }
  if (bytes > 0) yield take(false)
}

/** The text of a line; undefined where it is not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const NEWLINE = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
