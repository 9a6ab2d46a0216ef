import { parseQuery, type QueryTerm } from '../text/query.js'
import { segment } from '../text/segment.js'
import { DAY_MS } from '../text/zone.js'

/**
 * How well a remembered text answers, where its service does not say: 0.85 × the share of the question's terms that it has
 * + 0.15 / (1 + age / 30 days) (DESIGN: Remote recall). Undefined where it has none of them. One without a date is as old
 * as can be.
 */
export function remoteScore(
  question: string,
  { text, at }: { readonly text: string; readonly at: number | null },
  now: number,
): number | undefined {
  const coverage = coverageOf(parseQuery(question).terms, text)
  if (coverage === 0) return undefined
  const age = at === null ? Number.POSITIVE_INFINITY : Math.max(0, now - at)
  return COVERAGE * coverage + RECENCY / (1 + age / MONTH_MS)
}

function coverageOf(terms: readonly QueryTerm[], text: string): number {
  const { words, parts } = segment(text)
  const has = new Set([...words, ...parts])
  let whole = 0
  let met = 0
  for (const { token, weight } of terms) {
    whole += weight
    if (has.has(token)) met += weight
  }
  return whole === 0 ? 0 : met / whole
}

const COVERAGE = 0.85
const RECENCY = 0.15
const MONTH_MS = 30 * DAY_MS
