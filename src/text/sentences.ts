import type { Span } from './span.js'

/**
 * The sentences of a text, in order and trimmed. A line ends one; an abbreviation may too: who counts words in them
 * loses little by it.
 *
 * @example sentencesOf('I moved. 我搬家了。现在住在上海') // ['I moved.', '我搬家了。', '现在住在上海']
 */
export function sentencesOf(text: string): string[] {
  return sentenceSpans(text)
    .map(([from, to]) => text.substring(from, to).trim())
    .filter((sentence) => sentence !== '')
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
