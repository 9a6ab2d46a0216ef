import { MemoryError } from '../../errors.js'
import type { ByteSource } from '../lines.js'
import { type PositionedLine, positionedLines, textOf } from './positioned-lines.js'
import {
  type EventLine,
  type GoneLine,
  MAX_LINE_BYTES,
  type ReadLine,
  readEventLine,
  readHeaderLine,
  type TranscriptHeader,
} from './transcript-line.js'

/** Bytes behind the last newline: a line that was being written when its writer ended. */
export interface TornTail {
  readonly line: number
  /** Its first byte, from 0. */
  readonly at: number
  readonly bytes: number
}

/** What a transcript's file holds, in order; a torn tail comes last. */
export type TranscriptEntry =
  | { readonly kind: 'header'; readonly header: TranscriptHeader }
  | { readonly kind: 'event'; readonly event: EventLine; readonly chars: number }
  | { readonly kind: 'gone'; readonly event: GoneLine }
  | { readonly kind: 'torn'; readonly torn: TornTail }

/**
 * Reads a transcript's file and checks all that there is to check. Throws `invalid_input` with line and byte for a whole line
 * that cannot be read, and for a place that is left out or comes twice; a line's content is never quoted.
 */
export async function* readTranscriptFile(source: ByteSource): AsyncGenerator<TranscriptEntry> {
  let hasHeader = false
  let last = 0
  for await (const line of positionedLines(source, MAX_LINE_BYTES)) {
    if (!line.isEnded) {
      if (hasHeader) yield { kind: 'torn', torn: { line: line.number, at: line.at, bytes: line.length } }
      break
    }
    if (!hasHeader) {
      const header = judged(line, readHeaderLine)
      if (!header.ok) throw damaged(line, header.problem)
      hasHeader = true
      yield { kind: 'header', header: header.value }
      continue
    }
    const read = judged(line, readEventLine)
    if (!read.ok) throw damaged(line, read.problem)
    const event = read.value
    if (event.seq !== last + 1) throw damaged(line, outOfOrder(event.seq, last))
    last = event.seq
    yield 'gone' in event ? { kind: 'gone', event } : { kind: 'event', event, chars: event.text.length }
  }
  if (!hasHeader) throw noWholeLine()
}

export function noWholeLine(): MemoryError {
  return new MemoryError('invalid_input', 'there is no whole line in this file', 'export the session again')
}

/** What a line says, read so. */
export function judged<T>({ bytes }: PositionedLine, read: (text: string) => ReadLine<T>): ReadLine<T> {
  if (bytes === undefined) return { ok: false, problem: `is longer than ${MAX_LINE_BYTES} bytes` }
  const text = textOf(bytes)
  return text === undefined ? { ok: false, problem: 'is not UTF-8' } : read(text)
}

function outOfOrder(seq: number, last: number): string {
  return seq > last + 1
    ? `is event ${seq} where event ${last + 1} is missing`
    : `is event ${seq}, which was there already`
}

function damaged({ number, at }: PositionedLine, problem: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `line ${number} (byte ${at}) ${problem}`,
    'nothing was written; recollect transcript repair FILE makes a sound file of it and loses no byte',
  )
}
