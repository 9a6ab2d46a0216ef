import { type ByteSource, bytesOf, piecesOf } from './lines.js'

export interface SplitLimits {
  /** A longer value is reported, and not held. */
  readonly maxValueBytes: number
  /** A value that nests deeper is reported, and not parsed. */
  readonly maxDepth: number
}

export interface SplitValue {
  /** From 1. */
  readonly number: number
  /** One JSON value, not parsed yet; undefined where it cannot be had, and `problem` says why. */
  readonly text: string | undefined
  readonly problem: string | undefined
}

/** Takes a stream of JSON apart. */
export interface JsonSplitter {
  /** The values that end in this piece. */
  push(piece: Uint8Array): SplitValue[]
  /** What is left when the stream ends: a value that was cut off, or text behind the array. */
  end(): SplitValue[]
  /** Bytes that are held until their value is complete. */
  heldBytes(): number
}

/** The values of a stream of JSON, one at a time; see {@link createJsonSplitter}. */
export async function* splitJson(source: ByteSource, limits: SplitLimits): AsyncGenerator<SplitValue> {
  const splitter = createJsonSplitter(limits)
  for await (const piece of piecesOf(source)) {
    yield* splitter.push(bytesOf(piece))
  }
  yield* splitter.end()
}

/**
 * Splits the elements of a top-level array; or, where the text begins otherwise, objects that follow each other.
 * Holds one value at a time. It only counts brackets outside of strings, so a value that is no JSON is still one
 * value as long as its brackets are paired: `JSON.parse` says what is wrong with it, and the next one is whole.
 */
export function createJsonSplitter({ maxValueBytes, maxDepth }: SplitLimits): JsonSplitter {
  let number = 0
  let pieces: Uint8Array[] = []
  let bytes = 0
  let deepest = 0
  /** Open brackets, the top-level array's own not counted. */
  let depth = 0
  let isInString = false
  let isEscaped = false
  let isInValue = false
  let frame: 'start' | 'array' | 'sequence' | 'closed' = 'start'
  let hasTail = false

  function keep(piece: Uint8Array): void {
    // A value past the limit is counted, not kept.
    if (bytes <= maxValueBytes) pieces.push(piece)
    bytes += piece.length
    if (bytes > maxValueBytes) pieces = []
  }

  function take(): SplitValue {
    const held = Buffer.concat(pieces)
    const [length, depthOfValue] = [bytes, deepest]
    pieces = []
    bytes = 0
    deepest = 0
    depth = 0
    isInValue = false
    number += 1
    if (length > maxValueBytes) return bad(`longer than ${maxValueBytes} bytes`)
    if (depthOfValue > maxDepth) return bad(`nested deeper than ${maxDepth} levels`)
    try {
      return { number, text: utf8.decode(held), problem: undefined }
    } catch (error) {
      if (error instanceof TypeError) return bad('not UTF-8')
      throw error
    }
  }

  function bad(problem: string): SplitValue {
    return { number, text: undefined, problem }
  }

  /** The byte that begins or parts values; true when it belongs to a value. */
  function opens(byte: number): boolean {
    if (isBlank(byte)) return false
    // One array may follow another, as in a log with an array a line.
    if ((frame === 'start' || frame === 'closed') && byte === ARRAY_OPEN) {
      frame = 'array'
      return false
    }
    if (frame === 'start') frame = 'sequence'
    if (byte === COMMA) return false
    if (frame === 'array' && byte === ARRAY_CLOSE) {
      frame = 'closed'
      return false
    }
    if (frame === 'closed') {
      hasTail = true
      return false
    }
    return true
  }

  function push(piece: Uint8Array): SplitValue[] {
    const values: SplitValue[] = []
    let from = 0
    let slash = -1
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number
      if (!isInValue) {
        if (!opens(byte)) continue
        isInValue = true
        from = at
      }
      if (isEscaped) {
        isEscaped = false
        continue
      }
      if (isInString) {
        // Most bytes are text: from one quote or backslash to the next in one step.
        if (slash < at) slash = indexOrEnd(piece, BACKSLASH, at)
        const quote = indexOrEnd(piece, QUOTE, at)
        at = Math.min(slash, quote)
        if (slash < quote) isEscaped = true
        else if (quote < piece.length) isInString = false
        continue
      }
      if (byte === QUOTE) isInString = true
      else if (byte === OBJECT_OPEN || byte === ARRAY_OPEN) {
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (depth > 0) {
        if (byte !== OBJECT_CLOSE && byte !== ARRAY_CLOSE) continue
        depth -= 1
        if (depth > 0) continue
        keep(piece.subarray(from, at + 1))
        values.push(take())
      } else if (ends(byte)) {
        // A number, word or text ends before what parts it from the next.
        keep(piece.subarray(from, at))
        values.push(take())
        at -= 1
      }
    }
    if (isInValue) keep(piece.subarray(from))
    return values
  }

  function ends(byte: number): boolean {
    return byte === COMMA || (frame === 'array' ? byte === ARRAY_CLOSE : byte === NEWLINE)
  }

  return {
    push,
    end() {
      const isCut = frame === 'array' || depth > 0 || isInString
      if (isInValue && !isCut) return [take()]
      number += 1
      pieces = []
      if (isCut) return [bad('cut off: the file ends before this does')]
      return hasTail ? [bad('text behind the end of the array')] : []
    },
    heldBytes: () => (bytes > maxValueBytes ? 0 : bytes),
  }
}

function indexOrEnd(piece: Uint8Array, byte: number, from: number): number {
  const index = piece.indexOf(byte, from)
  return index === -1 ? piece.length : index
}

function isBlank(byte: number): boolean {
  // The last three are a byte-order mark.
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf
}

const NEWLINE = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c
const ARRAY_OPEN = 0x5b
const BACKSLASH = 0x5c
const ARRAY_CLOSE = 0x5d
const OBJECT_OPEN = 0x7b
const OBJECT_CLOSE = 0x7d

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
