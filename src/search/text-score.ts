import { calendarDay } from '../text/dates.js'
import type { BankStatistics, Candidate } from './candidate.js'
import type { Measured } from './measure.js'
import type { Question } from './question.js'
import { inverseFrequency, termWeight } from './term-worth.js'
import { hasTimeWording } from './time-wording.js'
import type { Weights } from './weights.js'

/** A candidate with its own score: what its text, speaker and date are worth, before its context counts. */
export interface Scored {
  readonly measured: Measured
  readonly score: number
  /** What each term of the question contributed, before the raise. */
  readonly byTerm: Float64Array
  /** What the speaker, the asker's own words, the date and wording multiplied the sum with; 1 = nothing. */
  readonly raise: number
  readonly signals: Signals
}

/** What raised a score beyond its words. */
export interface Signals {
  readonly pairs: number
  readonly speaker: boolean
  readonly asker: boolean
  readonly month: boolean
  readonly day: boolean
  readonly timeWording: boolean
}

/**
 * Scores candidates of one bank by their own text: BM25 (Robertson and Zaragoza 2009) with full length
 * normalisation over padded lengths, `idf · tf · (k+1) / (tf + k · (length + pad) / (average + pad))`, a share of which
 * asks for the exact form, plus word pairs; then raised by what is known about the turn.
 */
export function scoreText(
  question: Question,
  candidates: readonly Measured[],
  statistics: BankStatistics,
  weights: Weights,
): Scored[] {
  const named = namedSpeakers(question, candidates)
  const idf = inverseFrequencies(question, statistics, named, weights)
  const average = statistics.items > 0 ? statistics.length / statistics.items : 1
  return candidates.map((measured) => {
    const { candidate } = measured
    const { byTerm, pairs } = scoreWords(question, measured, idf, average, weights)
    const own = byTerm.reduce((sum, value) => sum + value, pairs)
    const speaker = candidate.turn?.speaker ?? null
    const signals: Signals = {
      pairs,
      speaker: speaker !== null && named.has(speaker),
      asker: question.query.firstPerson && candidate.turn?.role === 'user',
      ...matchesDate(question, candidate),
      timeWording: question.asksWhen && hasTimeWording(candidate.text),
    }
    const raise = raiseOf(signals, weights)
    const sum = own > 0 && signals.speaker ? own + weights.speakerIdf : own
    return { measured, score: sum * raise, byTerm, raise, signals }
  })
}

/** About the score of a text of average length that holds every word of the question once. */
export function fullScore(question: Question, statistics: BankStatistics, weights: Weights): number {
  const { terms } = question.query
  const sum = terms.reduce((total, term, index) => {
    const frequency = statistics.frequencies[index] ?? 0
    return total + term.weight * inverseFrequency(statistics.items, frequency, weights.idfFloor)
  }, 0)
  // "What did we discuss in May?" is answered by what happened then; texts that hold the word come after.
  const asksForTimeAlone = terms.length > 0 && question.isTimeWord.every((isTimeWord) => isTimeWord)
  return asksForTimeAlone ? sum / weights.timeWord : sum
}

/** Speakers of the candidates whose name, or first name, stands in the question. */
function namedSpeakers(question: Question, candidates: readonly Measured[]): ReadonlySet<string> {
  const forms = new Set(question.query.terms.map((term) => term.form))
  const named = new Set<string>()
  const seen = new Set<string>()
  for (const { candidate } of candidates) {
    const speaker = candidate.turn?.speaker ?? null
    if (speaker === null || seen.has(speaker)) continue
    seen.add(speaker)
    const name = speaker.normalize('NFKC').toLowerCase().trim()
    const first = name.split(/\s/, 1)[0] ?? ''
    if (forms.has(name) || (first.length > 2 && forms.has(first)) || isCjkNameIn(name, question.folded))
      named.add(speaker)
  }
  return named
}

const CJK_NAME = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u

function isCjkNameIn(name: string, folded: string): boolean {
  return CJK_NAME.test(name) && folded.includes(name)
}

function inverseFrequencies(
  question: Question,
  statistics: BankStatistics,
  named: ReadonlySet<string>,
  weights: Weights,
): Float64Array {
  const names = new Set<string>()
  for (const speaker of named) {
    const name = speaker.normalize('NFKC').toLowerCase().trim()
    for (const part of [name, ...name.split(/\s/)]) names.add(part)
  }
  return Float64Array.from(question.query.terms, (term, index) => {
    const idf = inverseFrequency(statistics.items, statistics.frequencies[index] ?? 0, weights.idfFloor)
    return (
      idf *
      termWeight(term, question.isTimeWord[index] ?? false, weights) *
      (names.has(term.form) ? weights.nameInText : 1)
    )
  })
}

function scoreWords(
  question: Question,
  measured: Measured,
  idf: Float64Array,
  average: number,
  weights: Weights,
): { byTerm: Float64Array; pairs: number } {
  const { saturation: k, lengthPad: pad, exactShare } = weights
  const norm = (k * (measured.candidate.length + pad)) / (average + pad)
  const saturated = (count: number) => (count === 0 ? 0 : (count * (k + 1)) / (count + norm))
  const byTerm = new Float64Array(idf.length)
  for (const [index, { kind }] of question.query.terms.entries()) {
    const stemmed = saturated(measured.counts[index]!)
    // Parts have one form only; what has no exact form to differ by is not asked for it.
    const share = kind === 'part' ? 0 : exactShare
    byTerm[index] = idf[index]! * ((1 - share) * stemmed + share * saturated(measured.exact[index]!))
  }
  let pairs = 0
  for (const [index, [a, b]] of question.pairs.entries()) {
    pairs += weights.pair * (idf[a]! + idf[b]!) * saturated(measured.pairs[index]!)
  }
  return { byTerm, pairs }
}

/** Months and days come every year: they are compared with the item's own date, in the asker's zone. */
function matchesDate(question: Question, candidate: Candidate): { month: boolean; day: boolean } {
  const { months, days, years } = question.dates
  if (months.length === 0 || candidate.occurredAt === null) return { month: false, day: false }
  const at = calendarDay(candidate.occurredAt, question.zone)
  const month = months.includes(at.month) && (years.length === 0 || years.includes(at.year))
  return { month, day: month && days.includes(at.day) }
}

function raiseOf(signals: Signals, weights: Weights): number {
  return (
    1 +
    (signals.speaker ? weights.speakerShare : 0) +
    (signals.asker ? weights.askerShare : 0) +
    (signals.month ? weights.monthShare : 0) +
    (signals.day ? weights.dayShare : 0) +
    (signals.timeWording ? weights.timeWordingShare : 0)
  )
}
