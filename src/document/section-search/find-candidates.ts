import { headingToken } from '../../items/indexed-form.js'
import type { Spine } from '../../items/spine.js'
import type { Candidate } from '../../search/candidate.js'
import { leadingTokens } from '../../search/leading-tokens.js'
import { type Measured, measure } from '../../search/measure.js'
import { postingsIn } from '../../search/postings.js'
import type { Question } from '../../search/question.js'
import { readCandidates } from '../../search/read-rows.js'
import { WEIGHTS } from '../../search/weights.js'
import type { Tx } from '../../store/statement.js'
import type { Phrase } from '../../text/phrase.js'
import type { QueryTerm } from '../../text/query.js'
import { classAt, isContinuous } from '../../text/scripts.js'
import { holdingAll } from '../../words/holding-lists.js'
import { narrowLists } from '../../words/narrow-lists.js'
import { readWordLists, type WordLists } from '../../words/word-lists.js'
import type { SectionSet } from './section-set.js'

export interface FoundCandidates {
  readonly set: SectionSet
  /** What may answer, in no order. */
  readonly candidates: readonly Measured[]
  /** How many sections of the set hold each term of the question. */
  readonly frequencies: readonly number[]
}

/**
 * The sections of a set that hold most of what a question asks for, as far as the index knows; all of a small set.
 */
export function* findCandidates(
  { store }: Pick<Spine, 'store'>,
  set: SectionSet,
  question: Question,
  accepts: (candidate: Candidate) => boolean,
): Tx<FoundCandidates> {
  const { bank, sections, words, textRids } = set
  if (textRids !== undefined && sections <= READ_WHOLE) {
    const all = (yield* readCandidates(bank, [...textRids])).map((row) => measure(row, question))
    return {
      set,
      candidates: all.filter(({ candidate }) => accepts(candidate)),
      frequencies: question.query.terms.map(
        (_term, index) => all.filter(({ counts }) => counts[index]! > 0).length,
      ),
    }
  }
  const asked = askHeadings(question)
  const { terms, phrases } = question.query
  const narrowed = (lists: WordLists) => (textRids === undefined ? lists : narrowLists(lists, textRids))
  const lists = yield* readWordLists(
    store,
    bank,
    asked.query.terms.map(({ token }) => token),
  )
  const holding =
    phrases.length === 0
      ? undefined
      : new Set(holdingAll(narrowed(yield* readWordLists(store, bank, tokensOf(phrases)))))
  const totals = { items: sections, words }
  const postings = postingsIn(narrowed(lists), totals, asked, WEIGHTS, holding)
  const rids = postings.best({ rows: MAX_PAGES * CANDIDATES, leastShare: LEAST_SHARE })
  const candidates = yield* readAccepted(bank, rids, accepts)
  return {
    set,
    candidates: candidates.map((candidate) => measure(candidate, question)),
    frequencies: postings.frequencies.slice(0, terms.length), // slice-ok: numbers
  }
}

/** Markup may stand inside a phrase, and part two characters that the index would hold as a pair. */
function tokensOf(phrases: readonly Phrase[]): string[] {
  const tokens = phrases.flatMap((phrase) => phrase.tokens)
  const single = tokens.flatMap((token) => (isContinuous(classAt(token, 0)) ? [...token] : [token]))
  return [...leadingTokens([...new Set(single)])]
}

/** Sections that are read and scored, best first by what the index knows of them. */
const CANDIDATES = 80
/** Least share of what the best is worth. */
const LEAST_SHARE = 0.2
/** Those that turn out not to be wanted (phrases, exclusions) are replaced, up to so many pages. */
const MAX_PAGES = 10
/** A set of so many sections is read as it is: a few documents in a large library are found for certain. */
const READ_WHOLE = 400

/** A row that has a word in its heading has it twice over. */
function askHeadings(question: Question): Question {
  const { query } = question
  const terms = [...query.terms, ...query.terms.filter(isTelling).map(inHeading)]
  return { ...question, query: { ...query, terms, phrases: [] }, isTimeWord: terms.map(() => false) }
}

/** Single characters stand in pairs too. */
function isTelling({ weight }: QueryTerm): boolean {
  return weight >= LEAST_WEIGHT
}

const LEAST_WEIGHT = 0.2

function inHeading(term: QueryTerm): QueryTerm {
  return { ...term, token: headingToken(term.token) }
}

function* readAccepted(
  bank: string,
  rids: readonly number[],
  accepts: (candidate: Candidate) => boolean,
): Tx<Candidate[]> {
  const accepted: Candidate[] = []
  for (let page = 0; page < MAX_PAGES && accepted.length < CANDIDATES; page++) {
    const wanted = rids.slice(page * CANDIDATES, (page + 1) * CANDIDATES) // slice-ok: row numbers
    if (wanted.length === 0) break
    for (const row of yield* readCandidates(bank, wanted)) if (accepts(row)) accepted.push(row)
  }
  return accepted
}
