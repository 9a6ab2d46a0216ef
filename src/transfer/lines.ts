import { MemoryError } from '../errors.js'

export interface Line {
  /** From 1. */
  readonly number: number
  /** Undefined where the bytes are not UTF-8 or the line is too long; then `problem` says so. */
  readonly text: string | undefined
  readonly problem: string | undefined
}

/** Text or bytes, whole or in pieces that may be cut anywhere. */
export type ByteSource =
  | string
  | Uint8Array
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

/**
 * Splits a stream into lines without holding more than one of them. A byte-order mark is dropped. Throws
 * `invalid_input` when a piece is neither text nor bytes.
 */
export async function* lines(source: ByteSource, maxLineBytes: number): AsyncGenerator<Line> {
  let number = 0
  let pieces: Buffer[] = []
  let bytes = 0

  function take(): Line {
    number += 1
    const line = Buffer.concat(pieces)
    const total = bytes
    pieces = []
    bytes = 0
    if (total > maxLineBytes) return bad(`the line is longer than ${maxLineBytes} bytes`)
    try {
      const text = utf8.decode(line)
      return { number, text: number === 1 ? text.replace(/^\uFEFF/, '') : text, problem: undefined }
    } catch (error) {
      if (error instanceof TypeError) return bad('the line is not UTF-8')
      throw error
    }
  }

  function bad(problem: string): Line {
    return { number, text: undefined, problem }
  }

  for await (const chunk of piecesOf(source)) {
    const buffer = bytesOf(chunk)
    let from = 0
    for (;;) {
      const end = buffer.indexOf(NEWLINE, from)
      const piece = buffer.subarray(from, end === -1 ? buffer.length : end)
      // A line past the limit is counted, not kept.
      if (bytes <= maxLineBytes) pieces.push(piece)
      bytes += piece.length
      if (end === -1) break
      yield take()
      from = end + 1
    }
  }
  if (bytes > 0) yield take()
}

/** A source as pieces: the whole is one. */
export function piecesOf(source: ByteSource): AsyncIterable<unknown> | Iterable<unknown> {
  return typeof source === 'string' || source instanceof Uint8Array ? [source] : source
}

/** A piece of a source as bytes. Throws `invalid_input`. */
export function bytesOf(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, 'utf8')
  if (chunk instanceof Uint8Array) return Buffer.from(chunk)
  throw new MemoryError(
    'invalid_input',
    'a piece of the content is neither text nor bytes',
    'give the content as one text, or as a stream of text or bytes',
  )
}

const NEWLINE = 0x0a

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
