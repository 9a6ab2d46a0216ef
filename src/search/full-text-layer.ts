import type { Tx } from '../store/statement.js'
import type { BankStatistics, Candidate } from './candidate.js'
import { addContext, type InContext } from './context.js'
import type { Depth } from './depth.js'
import type { Layer, LayerAnswer, LayerHit, Look } from './layer.js'
import { measure } from './measure.js'
import { findPostings, type Postings, type Wanted } from './postings.js'
import type { Question } from './question.js'
import { type Place, readCandidates, readTurns } from './read-rows.js'
import type { Reason } from './reason.js'
import { fullScore, type Scored, scoreText } from './text-score.js'
import { WEIGHTS } from './weights.js'

/** Words of the question in the items' texts, and in the conversation around them. */
export const fullTextLayer: Layer = {
  name: 'text',
  *find(look: Look, near: readonly Candidate[]): Tx<LayerAnswer> {
    const { spine, bank, question } = look
    if (question.query.terms.length === 0) return missing('the question has no word to look for')
    const { totals } = look.holds
    if (totals === undefined) return { outcome: 'found', hits: [], floor: 0, full: 0 }
    const postings = yield* findPostings(spine.store, bank, totals, question, WEIGHTS)
    const { frequencies } = postings
    const statistics: BankStatistics = { items: totals.items, length: totals.words, frequencies }
    const candidates = yield* readAccepted(look, postings)
    const present = new Set(candidates.map(({ rid }) => rid))
    for (const candidate of near) if (!present.has(candidate.rid)) candidates.push(candidate)
    const measured = candidates.map((candidate) => measure(candidate, question))
    const own = scoreText(question, measured, statistics, WEIGHTS)
    const around = yield* readAround(bank, own, near)
    // Names of speakers are looked for among all of them, so that everything is scored again together.
    const beside = around.map((candidate) => measure(candidate, question))
    const scored =
      beside.length === 0 ? own : scoreText(question, [...measured, ...beside], statistics, WEIGHTS)
    const hits = addContext(scored, WEIGHTS)
      .filter((entry) => entry.score > 0 && look.accepts(entry.scored.measured.candidate))
      .sort((a, b) => b.score - a.score || rowOf(b).rid - rowOf(a).rid)
    return {
      outcome: 'found',
      hits: hits.map((entry) => toHit(question, entry)),
      candidates: hits.map(rowOf),
      floor: 0,
      full: fullScore(question, statistics, WEIGHTS),
    }
  },
}

/** Rows that hold less than a fifth of what the best one holds are not looked at: eval loses nothing by it. */
export function wantedAt({ words }: Depth): Wanted {
  return { rows: words, leastShare: 0.2 }
}

/** Rows that turn out not to be wanted (kind, time, phrase, exclusion) are replaced, up to so many pages. */
const MAX_PAGES = 10
/** Turns around this many of the best are looked at, whether they hold a word of the question or not. */
const BEST = 10
const NEAREST = 5

/** Share of a score below which its context is not mentioned. */
const WORTH_SAYING = 0.05

function missing(reason: string): LayerAnswer {
  return { outcome: 'missing', reason }
}

function* readAccepted(look: Look, postings: Postings): Tx<Candidate[]> {
  const accepted: Candidate[] = []
  const wanted = wantedAt(look.depth)
  const { words } = look.depth
  let rids = postings.best(wanted)
  for (let page = 0; page < MAX_PAGES && accepted.length < words; page++) {
    if (page === 1 && rids.length === words) rids = postings.best({ ...wanted, rows: MAX_PAGES * words })
    const wantedNow = rids.slice(page * words, (page + 1) * words)
    if (wantedNow.length === 0) break
    for (const row of yield* readCandidates(look.bank, wantedNow, look.only))
      if (look.accepts(row)) accepted.push(row)
  }
  return accepted
}

/** Turns beside the best candidates, and beside the nearest in meaning, that are not candidates themselves. */
function* readAround(bank: string, scored: readonly Scored[], near: readonly Candidate[]): Tx<Candidate[]> {
  const present = new Set<string>()
  for (const { measured } of scored) {
    const { turn } = measured.candidate
    if (turn !== null) present.add(`${turn.session}:${turn.seq}`)
  }
  const places: Place[] = []
  const best = [...scored].sort((a, b) => b.score - a.score).slice(0, BEST)
  const centres: readonly Candidate[] = [
    ...best.map(({ measured }) => measured.candidate),
    ...near.slice(0, NEAREST),
  ]
  for (const { turn } of centres) {
    if (turn === null) continue
    for (const seq of [turn.seq - 2, turn.seq - 1, turn.seq + 1, turn.seq + 2]) {
      const place = `${turn.session}:${seq}`
      if (seq < 0 || present.has(place)) continue
      present.add(place)
      places.push([turn.session, seq])
    }
  }
  return places.length === 0 ? [] : yield* readTurns(bank, places)
}

function rowOf({ scored }: InContext): Candidate {
  return scored.measured.candidate
}

function toHit(question: Question, entry: InContext): LayerHit {
  return { row: rowOf(entry), score: entry.score, reasons: reasonsOf(question, entry) }
}

function reasonsOf(question: Question, entry: InContext): Reason[] {
  const { measured, signals } = entry.scored
  const { terms, phrases } = question.query
  const reasons: Reason[] = []
  const held = terms.filter((_term, index) => measured.counts[index]! > 0).map(({ form }) => form)
  // 上海 says all that 上 and 海 would.
  const words = held.filter(
    (word) => !held.some((other) => other.length > word.length && other.includes(word)),
  )
  if (words.length > 0) reasons.push({ kind: 'words', words })
  const pairs = question.pairs
    .filter((_pair, index) => measured.pairs[index]! > 0)
    .map(([a, b]) => `${terms[a]!.form} ${terms[b]!.form}`)
  if (pairs.length > 0) reasons.push({ kind: 'pairs', pairs })
  if (phrases.length > 0) reasons.push({ kind: 'phrase', phrases: phrases.map(({ text }) => text) })
  const speaker = measured.candidate.turn?.speaker
  if (signals.speaker && typeof speaker === 'string') reasons.push({ kind: 'speaker', speaker })
  if (signals.asker) reasons.push({ kind: 'own_words' })
  if (signals.month) reasons.push({ kind: 'date', unit: signals.day ? 'day' : 'month' })
  if (signals.timeWording) reasons.push({ kind: 'time_wording' })
  const { fromNeighbours, fromSession, score: all } = entry
  if (fromNeighbours > WORTH_SAYING * all) reasons.push({ kind: 'neighbours', share: fromNeighbours / all })
  if (fromSession > WORTH_SAYING * all) reasons.push({ kind: 'session', share: fromSession / all })
  return reasons
}
