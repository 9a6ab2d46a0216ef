import type { Question } from '../../search/question.js'
import { countBreaks } from '../../text/count-breaks.js'
import { frontMatterBlock } from '../../text/front-matter-block.js'
import type { Span } from '../../text/span.js'
import { mergeSpans } from '../../text/spans.js'
import { plainOf } from '../outline/plain.js'
import { bestPassage, type TermPlace, termPlaces } from './passage.js'
import type { QuestionWorth } from './score-section.js'
import { spansOfPhrases } from './section-phrases.js'
import type { SectionPlace } from './section-places.js'

/** What a section says to a question, word for word. */
export interface Passage {
  readonly text: string
  /** Where it answers the question: [start, end) in UTF-16 units. */
  readonly matched: readonly Span[]
  /** In the document, from 1. */
  readonly line: number
  readonly lastLine: number
  /** Whether there is no text in the section: it is a heading, or says what the document is called. */
  readonly isBare: boolean
}

/** One passage of a section, at its best place; its heading is known, and no part of it where there is more. */
export function cutPassage(
  body: string,
  {
    place,
    question,
    worth,
    maxChars,
  }: {
    readonly place: Pick<SectionPlace, 'level' | 'part' | 'line'>
    readonly question: Question
    readonly worth: QuestionWorth
    readonly maxChars: number
  },
): Passage {
  const textBegin = place.part > 0 ? 0 : place.level > 0 ? behindHeading(body) : behindFrontMatter(body)
  const isBare = body.substring(textBegin).trim() === '' // slice-ok: looked at only
  const offset = isBare ? 0 : textBegin
  const said = body.substring(offset) // slice-ok: behind a line break
  const { places, worths } = termsIn(said, question, worth)
  const [start, end] = trimmed(said, withWholeNodes(said, bestPassage(said, places, worths, maxChars)))
  const text = said.substring(start, end) // slice-ok: between characters
  const line = place.line + countBreaks(body.substring(0, offset + start)) // slice-ok: only counted
  return {
    text,
    matched: mergeSpans(
      places
        .filter((one) => one.start >= start && one.end <= end)
        .map((one): Span => [one.start - start, one.end - start]),
    ),
    line,
    lastLine: line + countBreaks(text),
    isBare,
  }
}

/** Phrases stand as terms of their own, worth more than all words: a passage shows what was quoted. */
function termsIn(
  text: string,
  { query: { terms, phrases } }: Question,
  { worths, total }: QuestionWorth,
): { readonly places: TermPlace[]; readonly worths: readonly number[] } {
  const full = terms.filter(({ weight }) => weight >= WEAK_BELOW)
  const shown = full.length > 0 ? full : terms
  const tokens = new Map(shown.map((term) => [term.token, terms.indexOf(term)]))
  const quoted = spansOfPhrases(text, phrases).map(
    ([start, end]): TermPlace => ({ term: terms.length, start, end }),
  )
  const places = [...termPlaces(text, tokens), ...quoted]
  return { places: places.sort((a, b) => a.start - b.start || a.end - b.end), worths: [...worths, total] }
}

/** Single characters beside pairs would speckle a text. */
const WEAK_BELOW = 0.2

/** Where the text begins behind its heading, and what underlines that. */
function behindHeading(body: string): number {
  return /^[^\n]*(?:\n(?: {0,3}(?:=+|-+)[ \t]*(?:\r?\n|$))?\s*)?/.exec(body)?.[0].length ?? 0
}

function behindFrontMatter(body: string): number {
  const block = frontMatterBlock(body)
  return typeof block === 'string' ? 0 : block.end
}

/** Ends before a link or emphasis rather than within, where that leaves enough. */
function withWholeNodes(text: string, [start, end]: Span): Span {
  if (end === text.length) return [start, end]
  const shown = text.substring(start, end + NODE_LOOK_CHARS) // slice-ok: looked at only
  const cut = plainOf(shown).nodes.filter(([first, last]) => first < end - start && last > end - start)
  const before = start + Math.min(end - start, ...cut.map(([first]) => first))
  return [start, before > start + (end - start) / 2 ? before : end]
}

/** What goes on for longer is no link that a reader would miss. */
const NODE_LOOK_CHARS = 1_000

function trimmed(text: string, [start, end]: Span): Span {
  const cut = text.substring(start, end) // slice-ok: between characters
  const from = cut.length - cut.trimStart().length
  return from === cut.length ? [start, end] : [start + from, start + cut.trimEnd().length]
}
