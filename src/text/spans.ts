import { normaliseWithOffsets } from './fold.js'
import { lex, SINGLE } from './lex.js'
import { phraseSpans } from './phrase.js'
import type { Query } from './query.js'
import { stem } from './stem.js'

/** Matches are marked in the first so many characters of a text: folding a very long one takes too long. */
export const MARKED_CHARS = 20_000

/**
 * Where a text answers a query: sorted, disjoint [start, end) UTF-16 offsets into the text as given, for highlighting.
 * Single CJK characters are marked only when the question asked for nothing longer.
 */
export function matchSpans(text: string, query: Query): readonly (readonly [number, number])[] {
  const full = new Set<string>()
  const weak = new Set<string>()
  for (const term of query.terms) {
    if (term.weight >= WEAK_BELOW) full.add(term.token)
    else weak.add(term.token)
  }
  const wanted = full.size > 0 ? full : weak
  const source = normaliseWithOffsets(text)
  const spans: (readonly [number, number])[] = []
  lex(source.text, (form, kind, start, end) => {
    if (form === '' || end === start || !wanted.has(kind === SINGLE ? form : stem(form))) return
    spans.push([source.starts[start] as number, source.ends[end - 1] as number])
  })
  for (const phrase of query.phrases) spans.push(...phraseSpans(text, phrase))
  return mergeSpans(spans)
}

/** Terms below this weight (single characters beside pairs) would speckle a text. */
const WEAK_BELOW = 0.2

/** The same spans, sorted, those that overlap or touch joined. */
export function mergeSpans(
  spans: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const out: [number, number][] = []
  for (const [start, end] of sorted) {
    const last = out.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else out.push([start, end])
  }
  return out
}
