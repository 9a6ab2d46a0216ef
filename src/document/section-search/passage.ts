import { normaliseWithOffsets } from '../../text/fold.js'
import { lex, SINGLE } from '../../text/lex.js'
import type { Span } from '../../text/span.js'
import { stem } from '../../text/stem.js'

/** Where a text holds terms of a question: which, and [start, end) in it. */
export interface TermPlace {
  readonly term: number
  readonly start: number
  readonly end: number
}

/** The places of these tokens, in order. */
export function termPlaces(text: string, tokens: ReadonlyMap<string, number>): TermPlace[] {
  const source = normaliseWithOffsets(text)
  const places: TermPlace[] = []
  // No stem begins otherwise than its word: most words are neither stemmed nor looked up.
  const beginnings = new Set([...tokens.keys()].map((token) => token.charCodeAt(0)))
  lex(source.text, (form, kind, start, end) => {
    if (end === start || !beginnings.has(form.charCodeAt(0))) return
    const term = tokens.get(kind === SINGLE ? form : stem(form))
    if (term !== undefined)
      places.push({ term, start: source.starts[start] as number, end: source.ends[end - 1] as number })
  })
  return places.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The most that one sentence of the text holds of what the terms are worth. */
export function bestSentence(text: string, places: readonly TermPlace[], worths: readonly number[]): number {
  let best = 0
  let from = 0
  for (const to of [...bordersIn(text), text.length]) {
    best = Math.max(best, worthWithin(places, worths, from, to))
    from = to
  }
  return best
}

/**
 * The stretch of at most `maxChars` that holds most of what the terms are worth, the first of them: from the beginning of a
 * sentence where there is room for it, to the end of one where it can. Without any place, the beginning of the text.
 */
export function bestPassage(
  text: string,
  places: readonly TermPlace[],
  worths: readonly number[],
  maxChars: number,
): Span {
  const borders = bordersIn(text, SHOWN_BORDER)
  let best: Span = [0, endBefore(text, borders, 0, maxChars)]
  let most = worthWithin(places, worths, ...best)
  let last = 0
  for (const { start } of places) {
    const from = beginOf(text, borders, start, maxChars)
    if (from === last) continue
    last = from
    const to = endBefore(text, borders, from, maxChars)
    const worth = worthWithin(places, worths, from, to)
    if (worth > most) [best, most] = [[from, to], worth]
  }
  return best
}

/** Of each term once; by bisection, as places are sorted. */
function worthWithin(
  places: readonly TermPlace[],
  worths: readonly number[],
  start: number,
  end: number,
): number {
  const held = new Set<number>()
  for (let at = firstFrom(places, start); at < places.length && places[at]!.start < end; at++)
    if (places[at]!.end <= end) held.add(places[at]!.term)
  let worth = 0
  for (const term of held) worth += worths[term] ?? 0
  return worth
}

function firstFrom(places: readonly TermPlace[], start: number): number {
  return countBelow(places.length, (index) => places[index]!.start < start)
}

/** How many of a sorted row come before something. */
function countBelow(length: number, isBelow: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** The end of a sentence or of a line. A full stop ends one only before a space: `v2.6` has none. */
const BORDER = /[.!?]["')\]]*\s+|[。！？；][”’」』）]*\s*|\n\s*/g

/** The same, but that lines of a paragraph go on into each other: the "not" of a sentence may end one. */
const SHOWN_BORDER =
  /[.!?]["')\]]*\s+|[。！？；][”’」』）]*\s*|\n[ \t\r]*\n\s*|\n(?=[ \t]*(?:[-*+#|>`~=]|\d{1,9}[.)]))/g

/** Where sentences and lines end in a text. */
function bordersIn(text: string, border = BORDER): number[] {
  return [...text.matchAll(border)].map(({ index, 0: sign }) => index + sign.length)
}

/** Share of a passage that may stand before the first match. */
const BEFORE = 0.4

/** Where the sentence begins that a place stands in; a word somewhat before it where that is too far. */
function beginOf(text: string, borders: readonly number[], place: number, maxChars: number): number {
  const least = Math.max(0, place - Math.floor(maxChars * BEFORE))
  const border = borders[countBelow(borders.length, (index) => borders[index]! <= place) - 1] ?? 0
  if (border >= least) return border
  const space = text.indexOf(' ', least)
  return space !== -1 && space < place ? space + 1 : wholeCharacter(text, least)
}

/** The end of the last sentence that fits, if that leaves enough; else of the last word. */
function endBefore(text: string, borders: readonly number[], start: number, maxChars: number): number {
  const limit = wholeCharacter(text, Math.min(text.length, start + maxChars))
  if (limit === text.length) return limit
  const half = start + (limit - start) / 2
  const border = borders[countBelow(borders.length, (index) => borders[index]! <= limit) - 1] ?? 0
  if (border >= half) return border
  const space = text.lastIndexOf(' ', limit)
  return space > half ? space : limit
}

function wholeCharacter(text: string, at: number): number {
  const isInside = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  return isInside ? at - 1 : at
}
