import type { BudgetWeights } from './budget-weights.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import { halving } from './halving.js'
import type { Question } from './question.js'
import { describeReasons } from './reason.js'

/** Something that may go into a prompt. */
export interface Offered {
  readonly row: FoundRow
  /** For comparison within one answer only; a long text's is to be divided by its length. */
  readonly worth: number
  /** Its conversation; of what stands alone, itself. */
  readonly conversation: string
  /** Whether the search found it; else it stands beside what was found. */
  readonly isFound: boolean
  /** Why it is offered, in one line. */
  readonly why: string
}

/**
 * What each hit, and each turn of the conversations around the hits, is worth to a prompt. Evidence comes in parts, and
 * not every part has a word of the question: a turn beside a hit, and any turn of a conversation that speaks of the
 * matter, most of all one of whom the question asks about, is worth a share of the best hit there. `nearness`: cosines by id,
 * where meaning takes part; what is nearer than most of what is looked at gains by it.
 */
export function worthOf(
  found: readonly Fused[],
  around: readonly FoundRow[],
  nearness: ReadonlyMap<string, number>,
  question: Question,
  weights: BudgetWeights,
): Offered[] {
  const usual = median([...nearness.values()])
  const isOfWhomAsked = whomAsked(found, question)
  const talks = new Map<string, Talk>()
  for (const { row, score } of found) {
    const conversation = conversationOf(row)
    const talk = talks.get(conversation) ?? { best: 0, bySeq: new Map() }
    talks.set(conversation, talk)
    talk.best = Math.max(talk.best, score)
    if (row.turn !== null) talk.bySeq.set(row.turn.seq, score)
  }
  const offer = (row: FoundRow, score: number, why: string | undefined): Offered => {
    const conversation = conversationOf(row)
    const talk = talks.get(conversation)
    const beside = halving(row.text.length, weights.besideChars) * besideWorth(row, talk, weights)
    const raise = isOfWhomAsked(row) ? 1 + weights.ofWhomAsked : 1
    const lent =
      weights.conversation * halving(row.text.length, weights.conversationChars) * (talk?.best ?? 0) * raise
    const meant = weights.nearness * Math.max(0, (nearness.get(row.id) ?? usual) - usual)
    return {
      row,
      worth: Math.max(score, beside) + lent + meant,
      conversation,
      isFound: why !== undefined,
      why: why ?? whyAround(beside, lent, meant),
    }
  }
  const known = new Set(found.map(({ row }) => row.id))
  return [
    ...found.map(({ row, score, reasons }) => offer(row, score, describeReasons(reasons))),
    ...around.filter(({ id }) => !known.has(id)).map((row) => offer(row, 0, undefined)),
  ]
}

/** What was not found by itself is there for what gives it most. */
function whyAround(beside: number, lent: number, meant: number): string {
  if (meant > Math.max(beside, lent)) return 'near in meaning, in a conversation that speaks of it'
  return beside > lent ? 'beside what was found' : 'of a conversation that speaks of it'
}

/** So many turns away something may still be beside a hit. */
const REACH = 6

/** One conversation, as far as the search found it. */
interface Talk {
  best: number
  /** Scores by place. */
  readonly bySeq: Map<number, number>
}

function besideWorth({ turn }: FoundRow, talk: Talk | undefined, weights: BudgetWeights): number {
  if (turn === null || talk === undefined) return 0
  let best = 0
  let share = weights.beside
  for (let step = 1; step <= REACH; step++) {
    const before = talk.bySeq.get(turn.seq - step) ?? 0
    const after = talk.bySeq.get(turn.seq + step) ?? 0
    best = Math.max(best, share * Math.max(before, after))
    share *= weights.further
  }
  return best
}

/** Speakers whom the question names; where it names none and says "I", its asker. */
function whomAsked(found: readonly Fused[], { query }: Question): (row: FoundRow) => boolean {
  const named = new Set<string>()
  for (const { reasons } of found) {
    for (const reason of reasons) if (reason.kind === 'speaker') named.add(reason.speaker)
  }
  const isAsker = (row: FoundRow) => query.firstPerson && (row.turn === null || row.turn.role === 'user')
  return (row) => (named.size === 0 ? isAsker(row) : named.has(row.turn?.speaker ?? ''))
}

function conversationOf({ bank, turn, id }: FoundRow): string {
  return turn === null ? id : `${bank} ${turn.session}`
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0
}
