import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { countFeeds, PIECE_MAX_CHARS } from './cut-pieces.js'
import { type ArtifactRow, findArtifact, readPieces } from './read-pieces.js'

/** No page has more lines, nor more UTF-16 units. */
export const PAGE_MAX_LINES = 2_000
export const PAGE_MAX_CHARS = 100_000
export const PAGE_CHARS = 20_000

export interface ArtifactWanted {
  readonly id: string
  /** First and last line, from 1. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Instead of lines: from this character on, from 0. */
  readonly fromChar?: number | undefined
  readonly maxChars?: number | undefined
}

/** A page of an artifact, and where the next one begins. */
export interface ArtifactPage {
  readonly artifact: ArtifactRow
  readonly text: string
  /** The lines it has something of, from 1. */
  readonly line: number
  readonly lastLine: number
  /** [start, end) of it in the whole, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** Null at the end of what was asked for. */
  readonly next: { readonly from: number } | { readonly fromChar: number } | null
}

/** Throws `not_found`, `invalid_input` for a place behind its end, `store_corrupt` for a damaged piece. */
export async function readArtifact(
  { store }: Spine,
  { reads }: Reach,
  { id, from = 1, to, fromChar, maxChars = PAGE_CHARS }: ArtifactWanted,
): Promise<ArtifactPage> {
  const artifact = await store.read(findArtifact, reads, id)
  const { bank, chars, lines } = artifact
  if (fromChar === undefined ? from > lines : fromChar >= chars) throw behindEnd(artifact)
  const place = fromChar === undefined ? { line: from - 1 } : { char: fromChar }
  const wanted = fromChar === undefined ? Math.min(to ?? lines, from + PAGE_MAX_LINES - 1) : lines
  const [first, ...more] = await store.read(readPieces, bank, artifact, place, piecesFor(maxChars))
  if (first === undefined) throw behindEnd(artifact)
  let held = [first, ...more].map(({ text }) => text).join('')
  const skipped =
    fromChar === undefined
      ? endOfLines(held, from - 1 - first.line)
      : beforePair(held, fromChar - first.start)
  const line = first.line + countFeeds(held.substring(0, skipped)) // slice-ok: only counted
  const start = first.start + skipped
  held = clip(held.substring(skipped), maxChars) // slice-ok: behind a line, or between characters
  const asked = fromChar === undefined ? endOfLines(held, wanted - line) : held.length
  const text = cutAtLine(held.substring(0, asked), start + asked < chars && asked === held.length) // slice-ok: as above
  const end = start + text.length
  const isLineEnd = text.endsWith('\n') || end === chars
  const lastLine = line + countFeeds(text) + (text.endsWith('\n') ? 0 : 1)
  return {
    artifact,
    text,
    line: line + 1,
    lastLine,
    start,
    end,
    next: nextOf({ end, chars, isLineEnd, lastLine, to: fromChar === undefined ? to : undefined }),
  }
}

function nextOf(at: {
  readonly end: number
  readonly chars: number
  readonly isLineEnd: boolean
  readonly lastLine: number
  readonly to: number | undefined
}): ArtifactPage['next'] {
  if (at.end >= at.chars || (at.isLineEnd && at.lastLine >= (at.to ?? Number.POSITIVE_INFINITY))) return null
  return at.isLineEnd ? { from: at.lastLine + 1 } : { fromChar: at.end }
}

/** A place within the first of them, and as much as a page holds behind it. */
function piecesFor(maxChars: number): number {
  // Behind line feeds pieces are cut a good deal shorter where lines are long.
  return 2 + 2 * Math.ceil(maxChars / PIECE_MAX_CHARS)
}

/** Where the first `lines` of a text end. */
function endOfLines(text: string, lines: number): number {
  let end = 0
  for (let count = 0; count < lines; count += 1) {
    const feed = text.indexOf('\n', end)
    if (feed === -1) return text.length
    end = feed + 1
  }
  return end
}

/** One that is not all there goes on at its line's beginning, where it holds a whole line. */
function cutAtLine(text: string, isCut: boolean): string {
  if (!isCut) return text
  const feed = text.lastIndexOf('\n')
  return feed === -1 ? text : text.substring(0, feed + 1) // slice-ok: behind a line feed
}

/** A place that parts a character stands before it. */
function beforePair(text: string, at: number): number {
  return clip(text, at).length
}

function behindEnd({ id, lines, chars }: ArtifactRow): MemoryError {
  return new MemoryError(
    'invalid_input',
    `artifact ${id} ends before that: it has ${lines} lines, ${chars} characters`,
    'read it from an earlier line',
  )
}
