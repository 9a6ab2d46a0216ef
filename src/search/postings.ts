import type { BankIndex } from '../store/full-text.js'
import type { Tx } from '../store/statement.js'
import type { QueryTerm } from '../text/query.js'
import { leadingTokens } from './leading-tokens.js'
import type { Question } from './question.js'
import { createRowSums, type RowSums } from './row-sums.js'
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
  index: BankIndex,
  items: number,
  question: Question,
  weights: Weights,
  wanted: Wanted,
): Tx<Postings> {
  const found = yield* rowsOfTerms(index, items, question, weights)
  const allowed = question.query.phrases.length > 0 ? yield* holdingPhrases(index, question) : undefined
  return {
    rids: bestFirst(yield* sumUp(index, found, wanted), allowed, wanted),
    frequencies: found.map(({ frequency }) => frequency),
  }
}

interface TermRows {
  readonly term: QueryTerm
  readonly rids: readonly number[]
  /** False where they were only counted. */
  readonly isComplete: boolean
  readonly frequency: number
  /** What a row gains by holding the term. */
  readonly worth: number
}

/** Words of more rows are first counted, at a tenth of the cost, and read only where they can bring anything. */
const LONG = 2_000
/** No more than this is read of any word: beyond, the oldest rows find, and the word helps to rank. */
const LONGEST = 20_000

function* rowsOfTerms(
  index: BankIndex,
  items: number,
  { query: { terms }, isTimeWord }: Question,
  weights: Weights,
): Tx<TermRows[]> {
  const tokens = terms.map(({ token }) => token)
  const counted = items > LONG ? yield* index.counts(tokens) : tokens.map(() => 0)
  const short = tokens.filter((_token, place) => counted[place]! <= LONG)
  const lists = yield* index.matches(short)
  const listOf = new Map(short.map((token, place) => [token, lists[place]!]))
  return terms.map((term, place) => {
    const rids = listOf.get(term.token)
    const frequency = rids?.length ?? counted[place]!
    const weight = termWeight(term, isTimeWord[place] ?? false, weights)
    const worth = weight * inverseFrequency(items, frequency, weights.idfFloor)
    return { term, rids: rids ?? [], isComplete: rids !== undefined, frequency, worth }
  })
}

/**
 * Adds up what each row is worth, rare terms first. Once the terms that are left could not lift a new row among the
 * wanted ones, the long lists of common words are not even read (Turtle and Flood 1995). A CJK character that
 * stands in pairs too never brings rows from a long list: its pairs do.
 */
function* sumUp(index: BankIndex, found: readonly TermRows[], wanted: Wanted): Tx<RowSums> {
  const sums = createRowSums()
  const rareFirst = [...found].sort((a, b) => a.frequency - b.frequency)
  let left = rareFirst.reduce((sum, { worth }) => sum + worth, 0)
  for (const { term, rids, isComplete, worth } of rareFirst) {
    const mayEnter = sums.rids().length < wanted.rows || left >= leastToEnter(sums, wanted)
    left -= worth
    let rows = rids
    if (!isComplete) {
      if (!mayEnter || (isSingle(term) && sums.rids().length > 0)) continue
      rows = (yield* index.matches([term.token], LONGEST))[0]!
    }
    sums.add(rows, worth, mayEnter)
  }
  return sums
}

function leastToEnter(sums: RowSums, { rows, leastShare }: Wanted): number {
  // The best so far, as a heap with the least of them on top: most sums are less, and cost one comparison.
  const best = new Float64Array(rows)
  let most = 0
  for (const rid of sums.rids()) {
    const sum = sums.of(rid)
    if (sum > most) most = sum
    if (sum > best[0]!) putOnTop(best, sum)
  }
  return Math.max(best[0] ?? 0, leastShare * most)
}

/** Puts a value in place of the least of a heap. */
function putOnTop(heap: Float64Array, value: number): void {
  let at = 0
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && heap[below + 1]! < heap[below]!) below += 1
    if (heap[below]! >= value) break
    heap[at] = heap[below]!
    at = below
  }
  heap[at] = value
}

function bestFirst(
  sums: RowSums,
  allowed: ReadonlySet<number> | undefined,
  { leastShare }: Wanted,
): number[] {
  const rows = allowed === undefined ? sums.rids() : sums.rids().filter((rid) => allowed.has(rid))
  const values = rows.map((rid) => sums.of(rid))
  const least = leastShare * values.reduce((most, sum) => Math.max(most, sum), 0)
  const places: number[] = []
  for (const [place, sum] of values.entries()) if (sum >= least) places.push(place)
  return places.sort((a, b) => values[b]! - values[a]! || rows[b]! - rows[a]!).map((place) => rows[place]!)
}

function* holdingPhrases(index: BankIndex, question: Question): Tx<ReadonlySet<number>> {
  const tokens = new Set(question.query.phrases.flatMap((phrase) => phrase.tokens))
  return new Set(yield* index.holding(leadingTokens([...tokens])))
}
