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
 * matter, most of all one of whom the question asks about, is worth a share of the best hit there.
 */
export function worthOf(
  found: readonly Fused[],
  around: readonly FoundRow[],
  question: Question,
  weights: BudgetWeights,
): Offered[] {
  const isOfWhomAsked = whomAsked(found, question)
  const scores = new Map<string, number>()
  const best = new Map<string, number>()
  for (const { row, score } of found) {
    const conversation = conversationOf(row)
    if (row.turn !== null) scores.set(placeOf(conversation, row.turn.seq), score)
    best.set(conversation, Math.max(best.get(conversation) ?? 0, score))
  }
  const offer = (row: FoundRow, score: number, why: string | undefined): Offered => {
    const conversation = conversationOf(row)
    const beside = halving(row.text.length, weights.besideChars) * besideWorth(row, scores, weights)
    const raise = isOfWhomAsked(row) ? 1 + weights.ofWhomAsked : 1
    const lent =
      weights.conversation *
      halving(row.text.length, weights.conversationChars) *
      (best.get(conversation) ?? 0) *
      raise
    return {
      row,
      worth: Math.max(score, beside) + lent,
      conversation,
      isFound: why !== undefined,
      why: why ?? (beside > lent ? 'beside what was found' : 'of a conversation that speaks of it'),
    }
  }
  const known = new Set(found.map(({ row }) => row.id))
  return [
    ...found.map(({ row, score, reasons }) => offer(row, score, describeReasons(reasons))),
    ...around.filter(({ id }) => !known.has(id)).map((row) => offer(row, 0, undefined)),
  ]
}

/** So many turns away something may still be beside a hit. */
const REACH = 6

function besideWorth(row: FoundRow, scores: ReadonlyMap<string, number>, weights: BudgetWeights): number {
  if (row.turn === null) return 0
  const conversation = conversationOf(row)
  let best = 0
  let share = weights.beside
  for (let step = 1; step <= REACH; step++) {
    const before = scores.get(placeOf(conversation, row.turn.seq - step)) ?? 0
    const after = scores.get(placeOf(conversation, row.turn.seq + step)) ?? 0
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

function placeOf(conversation: string, seq: number): string {
  return `${conversation} ${seq}`
}
