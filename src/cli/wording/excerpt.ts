import { borderAt } from '../../text/border-at.js'
import { clip } from '../../text/clip.js'
import { mergeSpans } from '../../text/spans.js'
import { printableLine } from './printable.js'

export type Span = readonly [start: number, end: number]

/** A piece of a text for one line, with what matched in it. */
export interface Excerpt {
  readonly text: string
  readonly marks: readonly Span[]
}

/** The part of a text that holds the most matches, at most about `maxChars` long; the whole where it fits. */
export function excerpt(text: string, matched: readonly Span[], maxChars: number): Excerpt {
  const line = printableLine(text)
  const spans = mergeSpans(matched.filter(([start, end]) => start < end && end <= line.length))
  if (line.length <= maxChars) return { text: line, marks: spans }
  const from = wordStart(line, bestStart(line.length, spans, maxChars))
  const body = wholeWords(line.substring(from), maxChars) // slice-ok: wordStart gives a border of characters
  const lead = from > 0 ? '…' : ''
  const tail = from + body.length < line.length ? '…' : ''
  const shift = lead.length - from
  const marks = spans
    .filter(([start, end]) => start >= from && end <= from + body.length)
    .map(([start, end]): Span => [start + shift, end + shift])
  return { text: `${lead}${body}${tail}`, marks }
}

/** The piece [start, end) of an excerpt, its matches set off. */
export function highlight(
  { text, marks }: Excerpt,
  [start, end]: Span,
  match: (text: string) => string,
): string {
  let shown = ''
  let at = start
  for (const [from, to] of marks) {
    if (to <= at || from >= end) continue
    const first = Math.max(from, at)
    const last = Math.min(to, end)
    shown += text.substring(at, first) + match(text.substring(first, last)) // slice-ok: spans are borders of words
    at = last
  }
  return shown + text.substring(at, end) // slice-ok: borders of lines
}

/** How far a cut moves to fall between words. */
const NEAR_CHARS = 24

/** Words before the first match, so that it is read in its sentence. */
const LEAD_CHARS = 48

function bestStart(length: number, spans: readonly Span[], maxChars: number): number {
  let best = 0
  let most = 0
  let [first, behind] = [0, 0]
  for (const [start] of spans) {
    const from = Math.max(0, Math.min(start - LEAD_CHARS, length - maxChars))
    // Both only move on, as the spans stand in order: a text may have thousands.
    while ((spans[first]?.[0] ?? from) < from) first += 1
    while ((spans[behind]?.[1] ?? Infinity) <= from + maxChars) behind += 1
    const inside = behind - first
    if (inside > most) {
      most = inside
      best = from
    }
  }
  return best
}

/** Moves on to the next word, where one begins near. */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.indexOf(' ', from)
  if (space !== -1 && space - from < NEAR_CHARS) return space + 1
  return borderAt(text, from)
}

/** Cut behind a word, where one ends near. */
function wholeWords(text: string, maxChars: number): string {
  const cut = clip(text, maxChars)
  if (cut.length === text.length) return cut
  const space = cut.lastIndexOf(' ')
  return space > 0 && cut.length - space <= NEAR_CHARS ? clip(cut, space) : cut
}
