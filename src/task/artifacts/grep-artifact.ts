import { setImmediate as nextTurn } from 'node:timers/promises'
import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { linePattern, type PatternKind } from './line-pattern.js'
import { type ArtifactRow, findArtifact, readPieces } from './read-pieces.js'

export const GREP_MAX_MATCHES = 200
export const CONTEXT_MAX_LINES = 20
export const WANTED_MAX_CHARS = 1_000
/** Of a longer line this much is shown, and looked at by itself: a match is found within such a stretch. */
const LINE_MAX_CHARS = 2_000
/** No answer shows more, in UTF-16 units. */
const ANSWER_MAX_CHARS = 60_000

export interface GrepWanted {
  readonly id: string
  readonly text: string
  readonly kind: PatternKind
  /** From this line on, from 1. */
  readonly from?: number | undefined
  /** Lines shown before and behind each match. */
  readonly context: number
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

export interface GrepLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly isMatch: boolean
  /** Where a stretch of a very long line stands in the whole; absent for a line that is shown whole. */
  readonly fromChar?: number
}

export interface GrepResult {
  readonly artifact: ArtifactRow
  /** Lines that match, with those around them, each once and in order. */
  readonly lines: readonly GrepLine[]
  readonly matches: number
  /** From where to look on; null where all of it was looked at. */
  readonly next: number | null
}

/** Looks for a text in an artifact, piece by piece. Throws `not_found`, `invalid_input`, `store_corrupt`. */
export async function grepArtifact(
  { store }: Spine,
  { reads }: Reach,
  { id, text, kind, from = 1, context, limit, signal }: GrepWanted,
): Promise<GrepResult> {
  if (text.replaceAll('*', '').trim() === '' && kind === 'wildcard') throw nothingWanted()
  if (text === '') throw nothingWanted()
  const artifact = await store.read(findArtifact, reads, id)
  const pattern = linePattern(text, kind)
  const lines: GrepLine[] = []
  let before: GrepLine[] = []
  let wantedBehind = 0
  let matches = 0
  let chars = 0
  const put = (line: GrepLine) => {
    lines.push(line)
    chars += line.text.length
  }
  for await (const line of linesOf(from - 1)) {
    const isMatch = pattern.isIn(line.text)
    const isFull = matches >= limit || chars >= ANSWER_MAX_CHARS
    if (isFull && (isMatch || wantedBehind === 0 || chars >= ANSWER_MAX_CHARS))
      return { artifact, lines, matches, next: line.line }
    if (isMatch) {
      for (const earlier of before) put(earlier)
      before = []
      put({ ...line, isMatch })
      matches += 1
      wantedBehind = context
    } else if (wantedBehind > 0) {
      put({ ...line, isMatch })
      wantedBehind -= 1
    } else if (context > 0) before = [...before, { ...line, isMatch }].slice(-context)
  }
  return { artifact, lines, matches, next: null }

  /** Its lines from one on; of what is longer than a line may be, stretches that overlap by what is looked for. */
  async function* linesOf(first: number): AsyncGenerator<Omit<GrepLine, 'isMatch'>> {
    const [begin] = await store.read(readPieces, artifact.bank, artifact, { line: first }, 1)
    let rest = ''
    let line = begin?.line ?? 0
    let start = begin?.start ?? 0
    let isStretch = false
    for (let seq = begin?.seq ?? 0; ; seq += 1) {
      signal?.throwIfAborted()
      const [piece] = await store.read(readPieces, artifact.bank, artifact, { seq }, 1)
      rest += piece?.text ?? ''
      let at = 0
      for (;;) {
        const feed = rest.indexOf('\n', at)
        const isEnd = feed !== -1 || piece === undefined
        const end = feed !== -1 ? feed : rest.length
        if (end - at > LINE_MAX_CHARS) {
          const stretch = clip(rest.substring(at, at + LINE_MAX_CHARS + 1), LINE_MAX_CHARS) // slice-ok: clipped
          if (line >= first) yield { line: line + 1, text: stretch, fromChar: start + at }
          isStretch = true
          at += Math.max(1, stretch.length - text.length + 1)
          if (isLow(rest, at)) at -= 1
          continue
        }
        if (!isEnd) break
        if (line >= first && (end > at || feed !== -1)) {
          const shown = rest.substring(at, end) // slice-ok: a line
          yield { line: line + 1, text: shown, ...(isStretch ? { fromChar: start + at } : {}) }
        }
        isStretch = false
        if (feed === -1) break
        line += 1
        at = feed + 1
      }
      if (piece === undefined) return
      rest = rest.substring(at) // slice-ok: behind a line, or between characters
      start += at
      // A large one takes a while, and others want their turn.
      await nextTurn()
    }
  }
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

function nothingWanted(): MemoryError {
  return new MemoryError('invalid_input', 'there is nothing to look for', 'give some of the text of the line')
}
