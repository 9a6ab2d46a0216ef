import { type ByteSource, bytesOf, piecesOf } from './lines.js'

/** An element of a list inside of something larger. */
export interface NestedValue {
  /** From 1, of all lists together. */
  readonly number: number
  /** Changes where another list begins. */
  readonly list: number
  /** The object around the list as it stood up to there, closed so that it is JSON; undefined where it is too long. */
  readonly around: string | undefined
  /** One JSON value, not parsed yet; undefined where it cannot be had, and `problem` says why. */
  readonly text: string | undefined
  readonly problem: string | undefined
}

export interface NestedLimits {
  /** The key of the lists that are taken apart. */
  readonly key: string
  /** A longer element is reported, and not held. */
  readonly maxValueBytes: number
  /** One that nests deeper is reported, and not parsed. */
  readonly maxDepth: number
}

/**
 * The elements of all lists of one key in a stream of JSON, one at a time: a chat of a gigabyte is one object. Of what is
 * around a list, only the object that holds it is kept, as far as {@link AROUND_MAX_BYTES}. It counts brackets outside of
 * strings, and leaves to `JSON.parse` what is JSON.
 */
export async function* splitNested(source: ByteSource, limits: NestedLimits): AsyncGenerator<NestedValue> {
  const splitter = createNestedSplitter(limits)
  for await (const piece of piecesOf(source)) yield* splitter.push(bytesOf(piece))
  yield* splitter.end()
}

/** An object or list that is open outside of the wanted lists, as far as it is short. */
interface Frame {
  readonly isObject: boolean
  held: Buffer[]
  bytes: number
}

export function createNestedSplitter({ key, maxValueBytes, maxDepth }: NestedLimits) {
  const wanted = Buffer.from(`"${key}"`)
  const frames: Frame[] = []
  /** Brackets that are open beyond the frames. */
  let deeper = 0
  let number = 0
  let list = 0
  let around: string | undefined
  let isInString = false
  let isEscaped = false
  /** Of the string that is open, or was read last: as far as it may be the key. */
  let word: Buffer[] = []
  let wordBytes = 0
  let isKey = false
  /** Brackets that are open inside an element; -1 outside of a list. */
  let depth = -1
  let deepest = 0
  let isInValue = false
  let pieces: Buffer[] = []
  let bytes = 0

  function keep(piece: Buffer): void {
    if (bytes <= maxValueBytes) pieces.push(piece)
    bytes += piece.length
    if (bytes > maxValueBytes) pieces = []
  }

  function take(): NestedValue {
    const held = Buffer.concat(pieces)
    const [length, depthOfValue] = [bytes, deepest]
    pieces = []
    bytes = 0
    deepest = 0
    isInValue = false
    number += 1
    if (length > maxValueBytes) return bad(`longer than ${maxValueBytes} bytes`)
    if (depthOfValue > maxDepth) return bad(`nested deeper than ${maxDepth} levels`)
    try {
      return { number, list, around, text: utf8.decode(held), problem: undefined }
    } catch (error) {
      if (error instanceof TypeError) return bad('not UTF-8')
      throw error
    }
  }

  function bad(problem: string): NestedValue {
    return { number, list, around, text: undefined, problem }
  }

  function hold(piece: Buffer): void {
    const frame = frames.at(-1)
    if (frame === undefined) return
    if (frame.bytes + piece.length <= AROUND_MAX_BYTES) frame.held.push(Buffer.from(piece))
    frame.bytes += piece.length
  }

  function open(isObject: boolean): void {
    if (!isObject && isKey && frames.at(-1)?.isObject === true) {
      list += 1
      around = textOf(frames.at(-1), 'null}')
      depth = 0
    } else if (frames.length < FRAMES_MAX) {
      frames.push({ isObject, held: [], bytes: 0 })
      hold(isObject ? OBJECT : ARRAY)
    } else deeper += 1
  }

  /** What was open becomes a part of what is around it. */
  function close(): void {
    if (deeper > 0) {
      deeper -= 1
      return
    }
    const frame = frames.pop()
    hold(Buffer.from(textOf(frame, frame?.isObject === true ? '}' : ']') ?? 'null'))
  }

  function push(given: Uint8Array): NestedValue[] {
    const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    const values: NestedValue[] = []
    let from = 0
    let slash = -1
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number
      if (isEscaped) {
        isEscaped = false
        if (depth === -1) note(piece.subarray(at, at + 1))
        continue
      }
      if (isInString) {
        const start = at
        if (slash < at) slash = indexOrEnd(piece, BACKSLASH, at)
        const quote = indexOrEnd(piece, QUOTE, at)
        at = Math.min(slash, quote)
        if (slash < quote) isEscaped = true
        else if (quote < piece.length) isInString = false
        if (depth === -1) note(piece.subarray(start, Math.min(at + 1, piece.length)))
        continue
      }
      if (depth === -1) {
        outside(byte, piece, at)
        continue
      }
      if (!isInValue) {
        if (byte === ARRAY_CLOSE) {
          depth = -1
          hold(NULL)
        }
        if (byte === ARRAY_CLOSE || byte === COMMA || isBlank(byte)) continue
        isInValue = true
        from = at
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
      } else if (byte === COMMA || byte === ARRAY_CLOSE) {
        keep(piece.subarray(from, at))
        values.push(take())
        at -= 1
      }
    }
    if (isInValue) keep(piece.subarray(from))
    return values
  }

  /** A byte that is in no list and no string. */
  function outside(byte: number, piece: Buffer, at: number): void {
    if (byte === QUOTE) {
      isInString = true
      word = []
      wordBytes = 0
      isKey = false
      note(piece.subarray(at, at + 1))
    } else if (byte === COLON) {
      hold(piece.subarray(at, at + 1))
      isKey = wordBytes === wanted.length && Buffer.concat(word).equals(wanted)
    } else if (byte === OBJECT_OPEN || byte === ARRAY_OPEN) {
      open(byte === OBJECT_OPEN)
      isKey = false
    } else if (byte === OBJECT_CLOSE || byte === ARRAY_CLOSE) close()
    else if (!isBlank(byte)) hold(piece.subarray(at, at + 1))
  }

  /** Bytes of a string outside of a list, with its quotes. */
  function note(part: Buffer): void {
    hold(part)
    if (wordBytes <= wanted.length) word.push(Buffer.from(part))
    wordBytes += part.length
  }

  return {
    push,
    end(): NestedValue[] {
      if (depth === -1 && frames.length === 0) return []
      number += 1
      pieces = []
      return [bad('cut off: the file ends before this does')]
    },
  }
}

/** A frame as JSON, closed; undefined where it was too long to hold. */
function textOf(frame: Frame | undefined, end: string): string | undefined {
  if (frame === undefined || frame.bytes > AROUND_MAX_BYTES) return undefined
  return `${new TextDecoder('utf-8').decode(Buffer.concat(frame.held))}${end}`
}

function indexOrEnd(piece: Buffer, byte: number, from: number): number {
  const index = piece.indexOf(byte, from)
  return index === -1 ? piece.length : index
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf
}

const OBJECT = Buffer.from('{')
const ARRAY = Buffer.from('[')
const NULL = Buffer.from('null')
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ARRAY_OPEN = 0x5b
const BACKSLASH = 0x5c
const ARRAY_CLOSE = 0x5d
const OBJECT_OPEN = 0x7b
const OBJECT_CLOSE = 0x7d
const AROUND_MAX_BYTES = 64 * 1024
const FRAMES_MAX = 512

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
