import { join } from 'node:path'
import { systemEnv } from '../../src/clock.js'
import { whatHolds } from '../../src/search/bank-holds.js'
import { findPostings } from '../../src/search/postings.js'
import { type Question, readQuestion } from '../../src/search/question.js'
import { inverseFrequency, termWeight } from '../../src/search/term-worth.js'
import { WEIGHTS } from '../../src/search/weights.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { all, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type CountedText, exactTop } from './exact-top.js'
import { bankOf, type MillionQuestions, millionKinds } from './million-set.js'

/**
 * The share of an exact first ten that the word index gives, for each kind of question. Exact is: all terms of the bank as
 * they are stored read from first to last, no index used, and the same BM25 written down once more.
 */
export async function exactFigures(
  home: string,
  questions: MillionQuestions,
): Promise<Record<string, number>> {
  const store = await openSqlite({ file: join(home, 'recollect.db'), env: systemEnv() })
  try {
    const figures: Record<string, number> = {}
    for (const user of ['big', 'small'] as const) {
      const kinds = millionKinds.filter((kind) => bankOf(kind) === user)
      const asked = kinds.map((kind) => questions[kind].slice(0, ASKED).map(({ question }) => read(question)))
      const shares = await sharesOf(store, `u/${user}/main`, asked.flat())
      let from = 0
      for (const [i, kind] of kinds.entries()) {
        const count = asked[i]!.length
        const own = shares.slice(from, from + count)
        figures[`${kind}Exact`] = own.reduce((sum, share) => sum + share, 0) / count
        from += count
      }
    }
    return figures
  } finally {
    await store.close()
  }
}

const ASKED = 40
const TOP = 10
const PAGE = 5_000

function read(question: string): Question {
  return readQuestion(question, { now: Date.UTC(2026, 0, 1), zone: 'UTC' })
}

async function sharesOf(store: Store, bank: string, questions: readonly Question[]): Promise<number[]> {
  const tokens = new Set(questions.flatMap(({ query }) => query.terms.map(({ token }) => token)))
  const { texts, count, words } = await countAll(store, bank, tokens)
  const shares: number[] = []
  for (const question of questions) {
    const { terms } = question.query
    const worths = new Map(
      terms.map((term, place) => {
        const frequency = texts.get(term.token)?.length ?? 0
        const weight = termWeight(term, question.isTimeWord[place] ?? false, WEIGHTS)
        return [term.token, weight * inverseFrequency(count, frequency, WEIGHTS.idfFloor)]
      }),
    )
    const exact = exactTop(texts, worths, { ...WEIGHTS, average: words / count }, TOP)
    const given = await store.read(bestOf, store, bank, question)
    shares.push(exact.rids.size === 0 ? 1 : given.filter((rid) => exact.rids.has(rid)).length / exact.count)
  }
  return shares
}

function* bestOf(store: Store, bank: string, question: Question): Tx<readonly number[]> {
  const { totals } = yield* whatHolds(bank)
  if (totals === undefined) return []
  const postings = yield* findPostings(store, bank, totals, question, WEIGHTS)
  return postings.best({ rows: TOP, leastShare: 0 })
}

/** Which texts hold the tokens and how often, by reading them all. */
async function countAll(store: Store, bank: string, tokens: ReadonlySet<string>) {
  const texts = new Map<string, CountedText[]>([...tokens].map((token) => [token, []]))
  let [count, words, after] = [0, 0, 0]
  for (;;) {
    const page = await store.query(
      all<{ rid: number; length: number; words: string; parts: string }>(sql`
        select rid, length, words, parts from item_terms where bank = ${bank} and rid > ${after} order by rid limit ${PAGE}`),
    )
    for (const row of page) {
      count += 1
      words += row.length
      const held = new Map<string, number>()
      for (const token of `${row.words} ${row.parts}`.split(' '))
        if (tokens.has(token)) held.set(token, (held.get(token) ?? 0) + 1)
      for (const [token, times] of held) texts.get(token)!.push({ rid: row.rid, length: row.length, times })
    }
    after = page.at(-1)?.rid ?? 0
    if (page.length < PAGE) return { texts, count, words }
  }
}
