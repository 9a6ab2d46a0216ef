import type { ItemKind } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { sideBySide, type Tx } from '../store/statement.js'
import { matchesPhrase } from '../text/phrase.js'
import { type BankHolds, whatHolds } from './bank-holds.js'
import type { FoundRow } from './candidate.js'
import type { Depth } from './depth.js'
import { type Fused, type FusionMode, fuse } from './fuse.js'
import type { Look } from './layer.js'
import { type Answers, lookUp } from './look-up.js'
import { newestFirst } from './newest-first.js'
import type { Question } from './question.js'
import { onlyKinds } from './quoting.js'
import { settleFacts } from './settle-facts.js'
import { standingFirst } from './standing-notes.js'
import { factKinds, type StatedFacts } from './stated-facts.js'
import type { Meaning } from './vectors/meaning.js'
import type { Weights } from './weights.js'

export interface RankingWanted {
  readonly banks: readonly string[]
  readonly meanings: ReadonlyMap<string, Meaning>
  readonly mode: FusionMode
  readonly kinds: readonly ItemKind[] | undefined
  readonly now: number
  readonly asOf: number | undefined
  readonly includeSuperseded: boolean
  /** How many hits will be looked at. */
  readonly limit: number
  readonly depth: Depth
  readonly weights: Weights
}

/** Everything that answers a question, before any of it is shown. */
export interface RankedAnswers {
  /** The question as it was answered: without its phrases where no item holds them. */
  readonly asked: Question
  readonly answers: Answers
  readonly ranked: readonly Fused[]
  /** What a result must be, whatever found it. */
  readonly accepts: (row: FoundRow) => boolean
  /** What the first of them state. */
  readonly facts: ReadonlyMap<string, StatedFacts>
}

/** Asks every layer in every bank, and makes one list of the answers, best first. */
export function* rankQuestion(spine: Spine, question: Question, wanted: RankingWanted): Tx<RankedAnswers> {
  const { banks, meanings, mode, kinds, now, asOf, weights } = wanted
  const held = yield* sideBySide(banks.map(whatHolds))
  const holds = new Map(banks.map((bank, index) => [bank, held[index] as BankHolds]))
  const ask = (asking: Question) => {
    const accepts = acceptance(asking, kinds)
    const looks = banks.map(
      (bank): Look => ({
        spine,
        bank,
        question: asking,
        accepts,
        only: onlyKinds(kinds),
        asOf,
        meaning: meanings.get(bank)!,
        holds: holds.get(bank)!,
        depth: wanted.depth,
      }),
    )
    return lookUp(looks, { together: mode === 'measured' })
  }
  let asked = question
  let answers = yield* ask(asked)
  if (isEmpty(answers) && saysMoreThanPhrases(asked)) {
    asked = { ...question, query: { ...question.query, phrases: [] } }
    answers = yield* ask(asked)
  }
  const fused = fuse(answers.ranked, mode, now, weights)
  const newest = mode === 'rrf' ? fused : newestFirst(fused, { ...asked, now: asOf ?? now }, weights)
  const settled = yield* settleFacts(newest, {
    ...wanted,
    holds,
    question: asked,
    accepts: acceptance(asked, undefined),
  })
  const ranked = yield* standingFirst(settled.ranked, banks)
  return { asked, answers, accepts: acceptance(asked, kinds), ...settled, ranked }
}

function isEmpty({ ranked }: Answers): boolean {
  return ranked.every(({ hits }) => hits.length === 0)
}

/** "Who sang "The Four Seasons" in spring?" quotes a title; a question of nothing but phrases means them exactly. */
function saysMoreThanPhrases({ query }: Question): boolean {
  const quoted = new Set(query.phrases.flatMap(({ tokens }) => tokens))
  return query.phrases.length > 0 && query.terms.some(({ token }) => !quoted.has(token))
}

/** What every result must be, whatever found it: of a wanted kind, with the phrases, without what is excluded. */
function acceptance({ query }: Question, kinds: readonly ItemKind[] | undefined): (row: FoundRow) => boolean {
  const { phrases, excluded } = query
  // Facts are found by what they quote.
  const wanted = kinds === undefined || kinds.some((kind) => factKinds.has(kind)) ? undefined : new Set(kinds)
  return ({ kind, text }) =>
    (wanted === undefined || wanted.has(kind)) &&
    phrases.every((phrase) => matchesPhrase(text, phrase)) &&
    !excluded.some((phrase) => matchesPhrase(text, phrase))
}
