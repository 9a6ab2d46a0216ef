import type { Tx } from '../store/statement.js'
import type { FullText } from '../store/store.js'
import type { QueryTerm } from '../text/query.js'
import type { Question } from './question.js'
import { inverseFrequency, isSingle, termWeight } from './term-worth.js'
import type { Weights } from './weights.js'

/** Where a bank's index holds the words of a question. */
export interface Postings {
  /** Rows to look at, by the sum of the inverse frequencies of the terms they hold, best first, newest first. */
  readonly rids: readonly number[]
  /** How many items of the bank hold each term. */
  readonly frequencies: readonly number[]
}

/** How many rows are wanted of a bank, and what makes one not worth a look. */
export interface Wanted {
  readonly rows: number
  /** Least share of the best row's sum. */
  readonly leastShare: number
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
  wanted: Wanted,
): Tx<Postings> {
  const { terms, phrases } = question.query
  const lists: TermRows[] = []
  for (const [index, term] of terms.entries()) {
    const weight = termWeight(term, question.isTimeWord[index] ?? false, weights)
    lists.push(yield* rowsOf(fullText, bank, items, term, weight, weights))
  }
  const allowed = phrases.length > 0 ? yield* holdingPhrases(fullText, bank, question) : undefined
  return {
    rids: bestFirst(sumUp(lists, wanted), allowed, wanted),
    frequencies: lists.map(({ frequency }) => frequency),
  }
}

interface TermRows {
  readonly rids: readonly number[]
  readonly frequency: number
  /** What a row gains by holding the term. */
  readonly worth: number
}

/**
 * A word of more rows than this finds its oldest ones only and otherwise just helps to rank: reading all of them
 * would cost more than the rest of the search, and they are worth least.
 */
const COMMON = 20_000
/** The same for a CJK character that stands in pairs too: the pairs find, it only helps to rank. */
const COMMON_SINGLE = 2_000

function* rowsOf(
  fullText: FullText,
  bank: string,
  items: number,
  term: QueryTerm,
  weight: number,
  weights: Weights,
): Tx<TermRows> {
  const limit = isSingle(term) ? COMMON_SINGLE : COMMON
  const rids = yield* fullText.matches(bank, term.token, limit)
  let frequency = rids.length
  if (frequency === limit) {
    // A word of this many items has the least worth there is; how many more hold it makes no difference. Counting
    // what comes out near that would be the dearest part of a search.
    const floored = Math.ceil(items / (Math.exp(weights.idfFloor) - 1)) + 1
    const isNearFloor = isSingle(term) || 2 * limit >= floored
    const counted = isNearFloor ? [floored] : yield* fullText.counts(bank, [term.token])
    frequency = Math.max(limit, counted[0] ?? floored)
  }
  const worth = weight * inverseFrequency(items, frequency, weights.idfFloor)
  return { rids, frequency, worth }
}

/**
 * Adds up what each row is worth, rare terms first. Once all terms that are left could not lift a new row among
 * the wanted ones, rows are only added to: the long lists of common words make no entries (Turtle and Flood 1995).
 */
function sumUp(lists: readonly TermRows[], wanted: Wanted): Map<number, number> {
  const sums = new Map<number, number>()
  const rareFirst = [...lists].sort((a, b) => a.frequency - b.frequency)
  let left = rareFirst.reduce((sum, { worth }) => sum + worth, 0)
  for (const { rids, worth } of rareFirst) {
    const mayEnter = rids.length < sums.size || left >= leastToEnter(sums, wanted)
    left -= worth
    for (const rid of rids) {
      const sum = sums.get(rid)
      if (sum !== undefined) sums.set(rid, sum + worth)
      else if (mayEnter) sums.set(rid, worth)
    }
  }
  return sums
}

function leastToEnter(sums: ReadonlyMap<number, number>, { rows, leastShare }: Wanted): number {
  if (sums.size === 0) return 0
  const values = Float64Array.from(sums.values()).sort()
  const best = values[values.length - 1]!
  const last = values.length >= rows ? values[values.length - rows]! : 0
  return Math.max(last, leastShare * best)
}

function bestFirst(
  sums: ReadonlyMap<number, number>,
  allowed: ReadonlySet<number> | undefined,
  { leastShare }: Wanted,
): number[] {
  const entries = [...sums].filter(([rid]) => allowed === undefined || allowed.has(rid))
  const best = entries.reduce((most, [, sum]) => Math.max(most, sum), 0)
  return entries
    .filter(([, sum]) => sum >= leastShare * best)
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])
    .map(([rid]) => rid)
}

function* holdingPhrases(fullText: FullText, bank: string, question: Question): Tx<ReadonlySet<number>> {
  let kept: Set<number> | undefined
  for (const token of new Set(question.query.phrases.flatMap((phrase) => phrase.tokens))) {
    const rids = yield* fullText.matches(bank, token)
    kept = new Set(kept === undefined ? rids : rids.filter((rid) => kept!.has(rid)))
  }
  return kept ?? new Set()
}
