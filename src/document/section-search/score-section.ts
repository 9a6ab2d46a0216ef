import type { Measured } from '../../search/measure.js'
import type { Question } from '../../search/question.js'
import { inverseFrequency, isSingle } from '../../search/term-worth.js'
import type { Query, QueryTerm } from '../../text/query.js'
import { compoundsOf } from './compounds.js'
import { isFraming } from './framing-words.js'
import { type HeadingWords, headingsOf } from './heading-words.js'
import { SECTION_WEIGHTS } from './section-weights.js'

/** What a question is worth among the sections that may answer it. */
export interface QuestionWorth {
  /** Of each term of the question. */
  readonly worths: readonly number[]
  readonly total: number
  /** Inverse frequency of each term, and which term a token is. */
  readonly idfs: readonly number[]
  readonly places: ReadonlyMap<string, number>
  /** Of a word that the question does not have. */
  readonly unasked: number
  readonly averageLength: number
  readonly cover: Cover
}

/** What a section must hold to cover a question. */
interface Cover {
  /** Of each term; 0 where it only frames the question. */
  readonly worths: readonly number[]
  readonly total: number
  /** Terms of one identifier, and the ways to say it. */
  readonly compounds: readonly { readonly all: readonly number[]; readonly ways: readonly number[][] }[]
}

export interface SectionStatistics {
  readonly sections: number
  readonly words: number
  readonly frequencies: readonly number[]
}

export function worthOf(
  { query }: Question,
  { sections, words, frequencies }: SectionStatistics,
): QuestionWorth {
  const { terms } = query
  const idfs = terms.map((_term, index) =>
    inverseFrequency(sections, frequencies[index] ?? 0, SECTION_WEIGHTS.idfFloor),
  )
  const worths = terms.map((term, index) => weightOf(term) * idfs[index]!)
  const places = new Map(terms.map(({ token }, index) => [token, index]))
  return {
    idfs,
    worths,
    total: sumOf(worths),
    places,
    cover: coverWanted(query, worths, places),
    unasked: SECTION_WEIGHTS.unasked * Math.log(1 + sections),
    averageLength: sections > 0 ? words / sections : 1,
  }
}

export interface ScoredSection {
  readonly measured: Measured
  readonly score: number
  /** Which share of the question's worth it holds, wherever. */
  readonly covered: number
}

/**
 * BM25 over the text, where a word of the heading counts several times (BM25F, Robertson and Zaragoza 2004), and what the
 * heading gains by standing in the question: a heading says in few words what a section is about, so that one which is
 * all in the question is the best sign there is.
 */
export function scoreSection(question: Question, measured: Measured, worth: QuestionWorth): ScoredSection {
  const {
    saturation: k,
    lengthPad: pad,
    exactShare,
    heading,
    above,
    headingCover,
    questionCover,
    aboveCover,
  } = SECTION_WEIGHTS
  const { candidate, counts, exact } = measured
  const headings = headingsOf(candidate.text)
  const norm = (candidate.length + pad) / (worth.averageLength + pad)
  const saturated = (count: number) => (count === 0 ? 0 : (count * (k + 1)) / (count + k))
  let score = 0
  for (const [index, { token, kind }] of question.query.terms.entries()) {
    const count = counts[index]!
    if (count === 0) continue
    const inHeadings = (headings.own.has(token) ? heading : 0) + (headings.above.has(token) ? above : 0)
    const share = kind === 'word' ? exactShare : 0
    const found = (1 - share) * saturated(count / norm + inHeadings) + share * saturated(exact[index]! / norm)
    score += worth.worths[index]! * found
  }
  const own = coverOf(headings.own, worth)
  const over = coverOf(headings.above, worth)
  score += headingCover * own.worth * own.share + questionCover * worth.total * own.share ** 2
  score += aboveCover * over.worth * over.share
  return { measured, score, covered: coveredBy(counts, worth.cover) }
}

/** What two neighbouring words of a question add where they are neighbours in the text. */
export function scorePairs(
  { pairs }: Question,
  measured: Measured,
  { idfs, averageLength }: QuestionWorth,
): number {
  const { saturation: k, lengthPad: pad, pair } = SECTION_WEIGHTS
  const norm = (measured.candidate.length + pad) / (averageLength + pad)
  return pairs.reduce((sum, [a, b], index) => {
    const count = measured.pairs[index]! / norm
    return sum + (pair * (idfs[a]! + idfs[b]!) * count * (k + 1)) / (count + k)
  }, 0)
}

/** The worth of a heading's words that the question has, and which share of the heading that is. */
function coverOf(
  heading: HeadingWords,
  { idfs, places, unasked }: QuestionWorth,
): { worth: number; share: number } {
  let has = 0
  let all = 0
  for (const [token, share] of heading) {
    const index = places.get(token)
    if (index === undefined) all += share * unasked
    else {
      has += share * idfs[index]!
      all += share * idfs[index]!
    }
  }
  return { worth: has, share: all === 0 ? 0 : has / all }
}

function coverWanted(query: Query, worths: readonly number[], places: ReadonlyMap<string, number>): Cover {
  const { terms } = query
  const subject = worths.map((worth, index) => (isFraming(terms[index]!.form) ? 0 : worth))
  const counted = sumOf(subject) > 0 ? subject : worths
  const placesOf = (tokens: readonly string[]) =>
    tokens.flatMap((token) => {
      const index = places.get(token)
      return index === undefined ? [] : [index]
    })
  const compounds = [...compoundsOf(query).values()].map(({ word, joined, halves }) => ({
    all: placesOf([word, ...joined, ...halves]),
    ways: [placesOf([word]), ...joined.map((one) => placesOf([one])), placesOf(halves)].filter(
      (way) => way.length > 0,
    ),
  }))
  return { worths: counted, total: sumOf(counted), compounds }
}

function coveredBy(counts: readonly number[] | Float64Array, { worths, total, compounds }: Cover): number {
  if (total === 0) return 0
  const held = new Set([...counts.keys()].filter((index) => counts[index]! > 0))
  for (const { all, ways } of compounds)
    if (ways.some((way) => way.every((index) => held.has(index)))) for (const index of all) held.add(index)
  return sumOf([...held].map((index) => worths[index] ?? 0)) / total
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function weightOf(term: QueryTerm): number {
  return isSingle(term) ? Math.max(term.weight, SECTION_WEIGHTS.single) : term.weight
}
