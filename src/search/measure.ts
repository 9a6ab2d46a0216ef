import type { Candidate } from './candidate.js'
import type { Question } from './question.js'

/** What a candidate has of a question, counted; nothing is weighed yet. */
export interface Measured {
  readonly candidate: Candidate
  /** Occurrences of each term of the question, stems and parts included. */
  readonly counts: Float64Array
  /** Occurrences of each term in the very form of the question. */
  readonly exact: Float64Array
  /** Occurrences of each pair of the question's words side by side. */
  readonly pairs: Float64Array
}

/** Counts the question's terms in the candidate's stored segmented text. */
export function measure(candidate: Candidate, question: Question): Measured {
  const { terms } = question.query
  const { words, parts, text } = candidate
  const counts = new Float64Array(terms.length)
  const exact = new Float64Array(terms.length)
  let lower: string | undefined
  for (const [index, term] of terms.entries()) {
    const isPart = term.kind === 'part'
    const first = occurrences(isPart ? parts : words, term.token)
    counts[index] = first > 0 ? first : occurrences(isPart ? words : parts, term.token)
    if (isPart || first === 0) continue
    lower ??= text.toLowerCase()
    exact[index] = Math.min(first, wholeWords(lower, term.form))
  }
  const pairs = new Float64Array(question.pairs.length)
  for (const [index, [a, b]] of question.pairs.entries()) {
    if (counts[a] === 0 || counts[b] === 0) continue
    pairs[index] = occurrences(words, `${terms[a]!.token} ${terms[b]!.token}`)
  }
  return { candidate, counts, exact, pairs }
}

const SPACE = 32

/** How often a token, or tokens in a row, stands in a joined list. `indexOf` beats splitting by far. */
function occurrences(joined: string, token: string): number {
  let count = 0
  for (let at = joined.indexOf(token); at !== -1; at = joined.indexOf(token, at + token.length)) {
    const end = at + token.length
    if (at > 0 && joined.charCodeAt(at - 1) !== SPACE) continue
    if (end < joined.length && joined.charCodeAt(end) !== SPACE) continue
    count++
  }
  return count
}

/** How often a word stands in a lower-cased text with no letter or digit beside it. */
function wholeWords(lower: string, form: string): number {
  let count = 0
  for (let at = lower.indexOf(form); at !== -1; at = lower.indexOf(form, at + form.length)) {
    if (isWordUnit(lower.charCodeAt(at - 1)) || isWordUnit(lower.charCodeAt(at + form.length))) continue
    count++
  }
  return count
}

/** Letters and digits of Latin scripts; NaN, past either end, is none. Enough for a quarter of a word's score. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0xdf && unit <= 0x24f && unit !== 0xf7)
  )
}
