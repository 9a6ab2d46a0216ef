import type { Tx } from '../store/statement.js'
import type { FullText } from '../store/store.js'
import type { Question } from './question.js'
import { inverseFrequency } from './text-score.js'
import type { Weights } from './weights.js'

/** Where a bank's index holds the words of a question. */
export interface Postings {
  /** Rows to look at, by the sum of the inverse frequencies of the terms they hold, best first, newest first. */
  readonly rids: readonly number[]
  /** How many items of the bank hold each term. */
  readonly frequencies: readonly number[]
}

/**
 * Asks the index which rows hold which terms. A phrase keeps only rows that hold all of its tokens; whether they
 * stand side by side is for the text to say.
 */
export function* findPostings(
  fullText: FullText,
  bank: string,
  items: number,
  question: Question,
  weights: Weights,
): Tx<Postings> {
  const { terms, phrases } = question.query
  const lists: (readonly number[])[] = []
  const frequencies: number[] = []
  for (const { token } of terms) {
    const rids = yield* fullText.matches(bank, token, COMMON)
    const isCommon = rids.length === COMMON
    const [count] = isCommon ? yield* fullText.counts(bank, [token]) : [rids.length]
    lists.push(rids)
    frequencies.push(count ?? rids.length)
  }
  const worth = terms.map(
    (term, index) => term.weight * inverseFrequency(items, frequencies[index]!, weights.idfFloor),
  )
  const sums = sumUp(lists, worth)
  const allowed = phrases.length > 0 ? yield* holdingPhrases(fullText, bank, question) : undefined
  const rids = [...sums.keys()].filter((rid) => allowed === undefined || allowed.has(rid))
  return { rids: rids.sort((a, b) => sums.get(b)! - sums.get(a)! || b - a), frequencies }
}

/**
 * A word of more rows than this finds its oldest ones only and otherwise just helps to rank: the rows that only it
 * would find are worth least, and reading them all would cost more than everything else together.
 */
const COMMON = 20_000

function sumUp(lists: readonly (readonly number[])[], worth: readonly number[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [index, rids] of lists.entries()) {
    const value = worth[index]!
    for (const rid of rids) sums.set(rid, (sums.get(rid) ?? 0) + value)
  }
  return sums
}

function* holdingPhrases(fullText: FullText, bank: string, question: Question): Tx<ReadonlySet<number>> {
  let kept: Set<number> | undefined
  for (const token of new Set(question.query.phrases.flatMap((phrase) => phrase.tokens))) {
    const rids = yield* fullText.matches(bank, token)
    kept = new Set(kept === undefined ? rids : rids.filter((rid) => kept!.has(rid)))
  }
  return kept ?? new Set()
}
