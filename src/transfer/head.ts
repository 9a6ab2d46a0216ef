import { clip } from '../text/clip.js'
import { type ByteSource, bytesOf, piecesOf } from './lines.js'

/** The beginning of a source, by which its format is recognised. */
export interface Head {
  /** What the file is called, where it is one. */
  readonly name: string | undefined
  /** All there is was looked at. */
  readonly isWhole: boolean
  readonly bytes: Buffer
  /** The same as text; what is not UTF-8 shows as U+FFFD. No byte-order mark. */
  readonly text: string
  /** The complete lines that are not blank, at most {@link LINES_MAX}. */
  readonly lines: readonly string[]
  /** What those of them are that are JSON by themselves. */
  readonly json: readonly unknown[]
  /** How the text begins as JSON, and the names in its outermost objects. */
  readonly shape: Shape
}

export interface Shape {
  readonly begins: 'array' | 'object' | 'other'
  /** The keys of the elements of the array, or of the objects that follow each other. */
  readonly keys: ReadonlySet<string>
}

export interface LookOptions {
  readonly name?: string | undefined
  readonly maxBytes?: number
  /** Ends the look before that: a slow pipe should not have to give more than is needed. */
  readonly isEnough?: (head: Head) => boolean
}

/** Looks at the beginning of a source, and gives back a source that still has it. */
export async function readHead(
  source: ByteSource,
  { name, maxBytes = HEAD_BYTES, isEnough = () => false }: LookOptions = {},
): Promise<{ readonly head: Head; readonly source: AsyncIterable<Uint8Array> }> {
  const pieces = iterate(piecesOf(source))
  const read: Buffer[] = []
  const seen = (isWhole: boolean) => headOf(Buffer.concat(read).subarray(0, maxBytes), isWhole, name)
  let bytes = 0
  let nextLook = FIRST_LOOK_BYTES
  let head: Head | undefined
  while (head === undefined) {
    const next = await pieces.next()
    if (next.done === true) {
      head = seen(bytes <= maxBytes)
      break
    }
    const piece = bytesOf(next.value)
    read.push(piece)
    bytes += piece.length
    if (bytes >= maxBytes) head = seen(false)
    else if (bytes >= nextLook) {
      // Each look costs as much as all before it: pieces may be single bytes.
      nextLook = 2 * bytes
      const sofar = seen(false)
      if (isEnough(sofar)) head = sofar
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* read
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
        yield bytesOf(next.value)
      }
    } finally {
      await pieces.return?.(undefined)
    }
  }
  return { head, source: all() }
}

export function headOf(bytes: Buffer, isWhole: boolean, name?: string): Head {
  const text = new TextDecoder('utf-8').decode(bytes)
  const rows = text.split('\n')
  if (!isWhole) rows.pop()
  const lines = rows
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_MAX) // slice-ok: an array
  // What is indented is a part of something longer.
  const json = lines.flatMap((line) => {
    if (/^\s/.test(line)) return []
    try {
      return [JSON.parse(line) as unknown]
    } catch (error) {
      if (error instanceof SyntaxError) return []
      throw error
    }
  })
  return { name, isWhole, bytes, text, lines, json, shape: shapeOf(text) }
}

/** Scans what may be the beginning of some JSON, without parsing what may be cut off. */
export function shapeOf(text: string): Shape {
  const start = text.search(/\S/)
  const first = start === -1 ? '' : text.charAt(start)
  if (first !== '[' && first !== '{') return { begins: 'other', keys: new Set() }
  const begins = first === '[' ? 'array' : 'object'
  const keys = new Set<string>()
  const level = begins === 'array' ? 2 : 1
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
    else if (char === '"') {
      const end = closingQuote(text, at + 1)
      if (end === -1) break
      const isKey = depth === level && COLON.test(text.substring(end + 1, end + 9)) // slice-ok: only looked at
      if (isKey && keys.size < KEYS_MAX) keys.add(clip(text.substring(at + 1, end), 64)) // slice-ok: between quotes
      at = end
    }
  }
  return { begins, keys }
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '\\') at += 1
    else if (char === '"') return at
  }
  return -1
}

function iterate(
  source: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}

const COLON = /^\s*:/
const HEAD_BYTES = 64 * 1024
const FIRST_LOOK_BYTES = 4 * 1024
const LINES_MAX = 200
const KEYS_MAX = 500
