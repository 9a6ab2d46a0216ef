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
  lex(source.text, (form, kind, start, end) => {
    if (form === '' || end === start) return
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
  let best: Span = [0, endBefore(text, 0, maxChars)]
  let most = worthWithin(places, worths, ...best)
  for (const { start } of places) {
    const from = beginOf(text, start, maxChars)
    const to = endBefore(text, from, maxChars)
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
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.start < start) low = middle + 1
    else high = middle
  }
  return low
}

/** The end of a sentence or of a line. A full stop ends one only before a space: `v2.6` has none. */
const BORDER = /[.!?]["')\]]*\s+|[。！？；][”’」』）]*\s*|\n\s*/g

/** Where sentences and lines end in a text. */
function bordersIn(text: string): number[] {
  return [...text.matchAll(BORDER)].map(({ index, 0: border }) => index + border.length)
}

/** Share of a passage that may stand before the first match. */
const BEFORE = 0.4

/** Where the sentence begins that a place stands in; a word somewhat before it where that is too far. */
function beginOf(text: string, place: number, maxChars: number): number {
  const least = wholeCharacter(text, Math.max(0, place - Math.floor(maxChars * BEFORE)))
  const before = text.substring(least, place) // slice-ok: between characters
  const border = bordersIn(before).at(-1)
  if (border !== undefined) return least + border
  const space = least === 0 ? -1 : before.indexOf(' ')
  return least + space + 1
}

/** The end of the last sentence that fits, if that leaves enough; else of the last word. */
function endBefore(text: string, start: number, maxChars: number): number {
  const limit = wholeCharacter(text, Math.min(text.length, start + maxChars))
  if (limit === text.length) return limit
  const room = text.substring(start, limit) // slice-ok: between characters
  const end = bordersIn(room).at(-1) ?? 0
  if (end >= room.length / 2) return start + end
  const space = room.lastIndexOf(' ')
  return space > room.length / 2 ? start + space : limit
}

function wholeCharacter(text: string, at: number): number {
  const isInside = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  return isInside ? at - 1 : at
}
