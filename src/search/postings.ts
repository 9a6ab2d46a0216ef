import type { Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { holdingAll } from '../words/holding-lists.js'
import { rankLists } from '../words/rank-lists.js'
import { readWordLists, type WordLists } from '../words/word-lists.js'
import type { BankTotals } from './bank-holds.js'
import { leadingTokens } from './leading-tokens.js'
import type { Question } from './question.js'
import { inverseFrequency, termWeight } from './term-worth.js'
import type { Weights } from './weights.js'

/** Where a bank's index holds the words of a question. */
export interface Postings {
  /** How many items of the bank hold each term. */
  readonly frequencies: readonly number[]
  /** Rows to look at, by BM25, best first, of equal ones the newest first. */
  best(wanted: Wanted): readonly number[]
  /** A row's share of what the best one is worth. */
  shareOf(rid: number): number
}

/** How many rows are wanted of a bank, and what makes one not worth a look. */
export interface Wanted {
  readonly rows: number
  /** Least share of what the best row is worth. */
  readonly leastShare: number
}

/**
 * Asks the index which rows hold which terms. With phrases only rows that hold all of their tokens are wanted; whether
 * they stand side by side is for the text to say.
 */
export function* findPostings(
  store: Store,
  bank: string,
  totals: BankTotals,
  question: Question,
  weights: Weights,
): Tx<Postings> {
  const { terms, phrases } = question.query
  const lists = yield* readWordLists(
    store,
    bank,
    terms.map(({ token }) => token),
  )
  const allowed = phrases.length === 0 ? undefined : yield* holdingPhrases(store, bank, question)
  return postingsIn(lists, totals, question, weights, allowed)
}

/** The same of lists that are read, of the terms of the question in their order. */
export function postingsIn(
  lists: WordLists,
  { items, words }: BankTotals,
  { query: { terms }, isTimeWord }: Question,
  weights: Weights,
  allowed?: ReadonlySet<number>,
): Postings {
  const { frequencies } = lists
  const bm25 = {
    worths: terms.map(
      (term, index) =>
        termWeight(term, isTimeWord[index] ?? false, weights) *
        inverseFrequency(items, frequencies[index]!, weights.idfFloor),
    ),
    saturation: weights.saturation,
    pad: weights.lengthPad,
    average: items > 0 ? words / items : 1,
  }
  const isAllowed = allowed === undefined ? undefined : (rid: number) => allowed.has(rid)
  return {
    frequencies,
    best: ({ rows, leastShare }) => {
      const ranked = rankLists(lists, bm25, rows, isAllowed)
      const least = leastShare * (ranked[0]?.score ?? 0)
      return ranked.filter(({ score }) => score >= least).map(({ rid }) => rid)
    },
    shareOf: (rid) => {
      const [best] = rankLists(lists, bm25, 1, isAllowed)
      const [own] = rankLists(lists, bm25, 1, (other) => other === rid)
      return best === undefined ? 1 : (own?.score ?? 0) / best.score
    },
  }
}

function* holdingPhrases(store: Store, bank: string, { query }: Question): Tx<ReadonlySet<number>> {
  const tokens = new Set(query.phrases.flatMap((phrase) => phrase.tokens))
  return new Set(holdingAll(yield* readWordLists(store, bank, leadingTokens([...tokens]))))
}
