import { stripFenced } from '../../text/fence.js'
import { fold } from '../../text/fold.js'
import { isAlike, type Likeness, likenessOf } from '../../text/likeness.js'
import type { Span } from '../../text/span.js'

/** Texts that may have been shown to the assistant: what memory holds, what it recalled, what the assistant said. */
export interface ShownTexts {
  /** Whether a sentence stands in them, word for word or nearly. */
  holds(sentence: string): boolean
}

/**
 * Prepares texts to be looked for in what the user said. `memory`: what records, facts and recalls say: a sentence of any
 * length that stands in it is known already. `assistant`: what the assistant said: only of three words or more, since
 * `yes` is nobody's.
 */
export function shownTexts(memory: readonly string[], assistant: readonly string[]): ShownTexts {
  const known = joined(memory)
  const said = joined(assistant)
  const sentences: Likeness[] = []
  for (const text of [...memory, ...assistant]) {
    for (const [from, to] of sentenceSpans(text)) {
      // slice-ok: at the borders of a sentence
      const likeness = likenessOf(text.slice(from, to))
      if (likeness.words.size >= FEWEST_COMPARED) sentences.push(likeness)
    }
  }
  const holdsPlain = (sentence: string): boolean => {
    const form = squeezed(sentence)
    if (form.length < FEWEST_LETTERS) return false
    if (known.includes(form) || (hasThreeWords(sentence) && said.includes(form))) return true
    const likeness = likenessOf(sentence)
    return likeness.words.size >= FEWEST_COMPARED && sentences.some((other) => isAlike(other, likeness))
  }
  return {
    holds: (sentence) => holdsPlain(sentence) || labelled(sentence).some(holdsPlain),
  }
}

/**
 * Blanks what was injected into a user's message, so that nothing is learnt from what was only shown: blocks of memory,
 * whatever was done to their fence, and sentences that say word for word what was shown without one. Places stay.
 */
export function stripInjected(text: string, shown: ShownTexts): string {
  const unfenced = stripFenced(text)
  let rest = ''
  let at = 0
  for (const [from, to] of sentenceSpans(unfenced)) {
    // slice-ok: at the borders of a sentence
    const sentence = unfenced.slice(from, to)
    if (!shown.holds(sentence)) continue
    rest += unfenced.slice(at, from) + sentence.replace(/[^\n]/g, ' ') // slice-ok: the same borders
    at = to
  }
  return rest + unfenced.slice(at) // slice-ok: the same borders
}

/** Where the sentences of a text stand; together they are all of it. One pass. */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const { index, 0: end } of text.matchAll(ENDS)) {
    const to = index + end.length
    spans.push([start, to])
    start = to
  }
  if (start < text.length) spans.push([start, text.length])
  return spans
}

const ENDS = /[.!?](?=\s)|[。！？；\n]/g

/** Letters and digits alone, and nothing between them: whatever was done to spaces, marks and case. */
function squeezed(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** What stands behind a label, like `Memory: …`, `[stated] …`, `2026-05-01 > …`. */
function labelled(sentence: string): string[] {
  const rests: string[] = []
  // slice-ok: a pattern reads it
  for (const { index } of sentence.slice(0, LABEL_CHARS).matchAll(LABEL_END)) {
    rests.push(sentence.slice(index + 1)) // slice-ok: behind a mark
  }
  return rests.slice(0, MOST_LABELS)
}

const LABEL_END = /[:：\]】>)）|"“«\-–—*•]/g
const LABEL_CHARS = 100
const MOST_LABELS = 8

/** With a mark between that no squeezed sentence has. */
function joined(texts: readonly string[]): string {
  return texts.map(squeezed).join('|')
}

function hasThreeWords(text: string): boolean {
  return (
    /[\p{L}\p{N}]+[^\p{L}\p{N}]+[\p{L}\p{N}]+[^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(text) || HAN_RUN.test(text)
  )
}

const HAN_RUN = /\p{scx=Han}{4}/u
/** Fewer words are compared as a whole only. */
const FEWEST_COMPARED = 8
const FEWEST_LETTERS = 4
