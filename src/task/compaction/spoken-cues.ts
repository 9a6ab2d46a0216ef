import { sentenceSpans } from '../../text/sentences.js'
import type { Span } from '../../text/span.js'

export type Cue = 'decision' | 'fact' | 'pending' | 'done' | 'question'

export interface CuedSpan {
  readonly cue: Cue
  readonly span: Span
}

/**
 * Sentences of a message that a summary keeps by what they say, in English and Chinese: what was decided, what is to
 * hold from now on, what is open or done, what was asked. Code blocks say nothing. Linear: each pattern looks for words.
 */
export function cuedSpans(text: string): CuedSpan[] {
  const found: CuedSpan[] = []
  let isCode = false
  for (const [start, end] of sentenceSpans(text)) {
    const sentence = text.substring(start, end) // slice-ok: at the borders of what was found
    if (/^\s*(?:```|~~~)/.test(sentence)) isCode = !isCode
    else if (!isCode) found.push(...cuesOf(sentence, start, start === 0 || text.charAt(start - 1) === '\n'))
  }
  return found
}

/** Whether a message does nothing but ask: it answers no question. */
export function onlyAsks(text: string): boolean {
  const said = sentenceSpans(text)
    .map(([start, end]) => text.substring(start, end)) // slice-ok: at the borders of what was found
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return said.length > 0 && said.every((sentence) => QUESTION.test(sentence))
}

function cuesOf(sentence: string, at: number, beginsLine: boolean): CuedSpan[] {
  const box = beginsLine ? BOX.exec(sentence) : null
  if (box !== null) {
    const cue = box[1] === ' ' ? 'pending' : 'done'
    return [{ cue, span: trimmed(sentence, box[0].length, at) }]
  }
  const span = trimmed(sentence, LEAD.exec(sentence)?.[0].length ?? 0, at)
  if (span[0] === span[1]) return []
  const is = (pattern: RegExp) => pattern.test(sentence)
  const cues: Cue[] = is(QUESTION)
    ? ['question']
    : [
        ...(is(PENDING) ? (['pending'] as const) : []),
        ...(is(DECISION) ? (['decision'] as const) : []),
        ...(is(FACT) ? (['fact'] as const) : []),
      ]
  return cues.map((cue) => ({ cue, span }))
}

function trimmed(sentence: string, from: number, at: number): Span {
  const rest = sentence.substring(from) // slice-ok: at the borders of what was found
  const start = from + (rest.length - rest.trimStart().length)
  return [at + start, at + Math.max(start, sentence.trimEnd().length)]
}

/** A step of a plan: `- [ ] write it`, `- [x] written`. */
const BOX = /^\s{0,40}(?:[-*+]|\d{1,4}[.)]) {1,4}\[([ xX])\] /
/** What stands before the words of a line. */
const LEAD = /^\s{0,40}(?:[-*+>#]{1,6} {1,4}|\d{1,4}[.)] {1,4})?/
const QUESTION = /[?？]["'”’」』)\]）*_\s]{0,8}$|[吗呢][。.\s]{0,4}$/
const PENDING =
  /\b(?:TODO|FIXME|to-do)\b|\b(?:next(?: step| up)?|remaining|still to do|left to do)\s{0,2}[:：,]|\bstill (?:need|have|has) to\b|\bremains to be\b|待办|下一步|接下来|还需要|还没|尚未|剩下/i
const DECISION =
  /\b(?:decided?|decision|agreed|settled? on|opt(?:ed)? for|chose|chosen|stick(?:ing)? with|go(?:ing)? with|instead of|let's (?:use|keep|go|make|drop|do|take)|we(?:'ll| will| should| are going to) (?:use|keep|drop|switch|move|go|take))\b|决定|定了|选用|采用|就用|改用|敲定|商定|说好|定为|选了/i
const FACT =
  /\b(?:remember|always|never|must|make sure|from now on|no longer|prefer|call me|my name is|allergic|deadline|important)\b|记住|记得|以后|总是|从不|永远|必须|不要|务必|一律|我叫|截止|重要/i
