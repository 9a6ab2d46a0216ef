import { trusts } from '../items/item.js'
import { clip } from '../text/clip.js'
import { parseQuery, type QueryTerm } from '../text/query.js'
import { segment } from '../text/segment.js'
import { sentencesOf } from '../text/sentences.js'
import { DAY_MS } from '../text/zone.js'
import { type AnswerForm, answerForm } from './answer-form.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import { withoutNow } from './newest-wanted.js'
import type { Question } from './question.js'
import type { Weights } from './weights.js'

/**
 * Among the first hits, puts a newer statement before an older one that answers in much the same words: what was said
 * last holds (docs/decisions/0014-newest-statement-first.md). It takes the older one's place and score, and says so.
 * Only where the question asks how things are, and only what the same person said, not less trusted, in another
 * conversation, and not after the time of asking.
 */
export function newestFirst(fused: readonly Fused[], question: Question, weights: Weights): Fused[] {
  if (question.newestWanted === 'no') return [...fused]
  const wanted = wantedOf(question)
  const sentences = new Map<Fused, readonly Sentence[]>()
  const sentencesIn = (entry: Fused) => {
    const known = sentences.get(entry) ?? readSentences(entry.row.text, wanted)
    sentences.set(entry, known)
    return known
  }
  const first: Fused[] = []
  for (const entry of fused.slice(0, weights.newestAmong)) {
    const older = first.find(
      (other) =>
        mayReplace(entry.row, other.row, question) &&
        (wanted.form !== undefined || hasPath(entry) || !hasPath(other)) &&
        entry.score >= leastScore(question, wanted, weights) * other.score &&
        saysAsMuch(sentencesIn(entry), sentencesIn(other), wanted, weights),
    )
    if (older === undefined) first.push(entry)
    else first.splice(first.indexOf(older), 0, inPlaceOf(older, entry))
  }
  return [...first, ...fused.slice(weights.newestAmong)]
}

interface Wanted {
  readonly terms: readonly QueryTerm[]
  readonly form: AnswerForm | undefined
  /** Index of the term for what is counted. */
  readonly counted: number
  /** Sum of the terms' weights. */
  readonly all: number
}

function wantedOf({ folded }: Question): Wanted {
  const { terms } = parseQuery(withoutNow(folded))
  const form = answerForm(folded)
  const counted = terms.findIndex((term) => term.form === form?.counted)
  return { terms, form, counted, all: terms.reduce((sum, { weight }) => sum + weight, 0) }
}

function leastScore({ newestWanted }: Question, { form }: Wanted, weights: Weights): number {
  return form !== undefined && newestWanted === 'clearly' ? weights.newestScore : weights.newestScoreUnsure
}

function mayReplace(newer: FoundRow, older: FoundRow, { now }: Question): boolean {
  if (newer.bank !== older.bank || newer.occurredAt === null || older.occurredAt === null) return false
  // Conversations know the day that they are of better than the hour.
  if (newer.occurredAt <= older.occurredAt || newer.occurredAt > now + DAY_MS) return false
  const person = personOf(newer)
  return (
    person !== undefined &&
    person === personOf(older) &&
    (newer.turn === null || newer.turn.session !== older.turn?.session) &&
    trusts.indexOf(newer.trust) <= trusts.indexOf(older.trust)
  )
}

/** It states the relation that is asked for: a newer text must do so too. A number is no relation. */
function hasPath({ reasons }: Fused): boolean {
  return reasons.some((reason) => reason.kind === 'path' && reason.isAsked)
}

/** Who speaks of their own: a note is its user's. What assistants and tools say again is no statement. */
function personOf({ turn }: FoundRow): string | undefined {
  if (turn === null) return OWN
  return turn.role === 'user' ? (turn.speaker ?? OWN) : undefined
}

const OWN = ''

interface Sentence {
  readonly text: string
  /** Which terms of the question it has, by index. */
  readonly held: ReadonlySet<number>
}

/** Statements stand near the beginning; the rest of a long text is pasted code or tables. */
const READ_CHARS = 4_000

/** Those with a word of the question; with a count, what two in a row say together too: "The club … I went three times." */
function readSentences(text: string, { terms, counted }: Wanted): Sentence[] {
  const all = sentencesOf(clip(text, READ_CHARS)).map((sentence): Sentence => {
    const { words, parts } = segment(sentence)
    const tokens = new Set([...words, ...parts])
    return {
      text: sentence,
      held: new Set(terms.flatMap(({ token }, index) => (tokens.has(token) ? [index] : []))),
    }
  })
  const pairs = counted === -1 ? [] : all.slice(1).map((next, index) => both(all[index]!, next))
  return [...all, ...pairs].filter(({ held }) => held.size > 0)
}

function both(a: Sentence, b: Sentence): Sentence {
  const isOne = a.held.size === 0 || b.held.size === 0
  return { text: `${a.text} ${b.text}`, held: isOne ? new Set() : new Set([...a.held, ...b.held]) }
}

/** Whether the newer has a sentence that answers with nearly all the words of the older's best. */
function saysAsMuch(
  newer: readonly Sentence[],
  older: readonly Sentence[],
  { terms, form, counted, all }: Wanted,
  weights: Weights,
): boolean {
  const worth = (held: Iterable<number>) => [...held].reduce((sum, index) => sum + terms[index]!.weight, 0)
  const best = older.reduce<Sentence | undefined>(
    (most, sentence) => (most === undefined || worth(sentence.held) > worth(most.held) ? sentence : most),
    undefined,
  )
  if (best === undefined || worth(best.held) < weights.newestAsked * all) return false
  const least = (form === undefined ? weights.newestWordsUnsure : weights.newestWords) * worth(best.held)
  return newer.some(
    ({ text, held }) =>
      held.size >= Math.min(FEWEST_WORDS, terms.length) &&
      worth([...held].filter((index) => best.held.has(index))) >= least &&
      (counted === -1 || held.has(counted)) &&
      (form === undefined || form.isIn(text)),
  )
}

const FEWEST_WORDS = 2

function inPlaceOf(older: Fused, newer: Fused): Fused {
  return { ...newer, score: older.score, reasons: [...newer.reasons, { kind: 'newer', than: older.row.id }] }
}
