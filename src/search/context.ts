import { halving } from './halving.js'
import type { Scored } from './text-score.js'
import type { Weights } from './weights.js'

/** A candidate with the score its conversation gives it. */
export interface InContext {
  readonly scored: Scored
  readonly score: number
  /** Part of the score that came from the turns around it. */
  readonly fromNeighbours: number
  /** Part of the score that came from the rest of its session. */
  readonly fromSession: number
}

/**
 * Adds what the conversation around a turn says, at question time: nothing of it is stored with the turn. A word of
 * the question that the turn lacks and a neighbour has counts in part ("When were you in Rome?" — "Last June."); a
 * session that speaks of the matter throughout lends to its turns. Long turns and sessions of long turns speak for
 * themselves and gain little: without this damping what helps chats hurts histories of long messages.
 */
export function addContext(scored: readonly Scored[], weights: Weights): InContext[] {
  const sessions = bySession(scored)
  const fromNeighbours = new Float64Array(scored.length)
  const fromSession = new Float64Array(scored.length)
  for (const members of sessions.values()) {
    addNeighbours(scored, members, fromNeighbours, weights)
    const bonus = sessionBonus(scored, members, weights)
    for (const index of members.values()) fromSession[index] = bonus
  }
  return scored.map((entry, index) => ({
    scored: entry,
    score: entry.score + fromNeighbours[index]! + fromSession[index]!,
    fromNeighbours: fromNeighbours[index]!,
    fromSession: fromSession[index]!,
  }))
}

/** Turn position → index, per session. */
function bySession(scored: readonly Scored[]): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const sessions = new Map<number, Map<number, number>>()
  for (const [index, { measured }] of scored.entries()) {
    const turn = measured.candidate.turn
    if (turn === null) continue
    const members = sessions.get(turn.session)
    if (members === undefined) sessions.set(turn.session, new Map([[turn.seq, index]]))
    else members.set(turn.seq, index)
  }
  return sessions
}

const AROUND = [-2, -1, 1, 2] as const

function addNeighbours(
  scored: readonly Scored[],
  members: ReadonlyMap<number, number>,
  gains: Float64Array,
  weights: Weights,
): void {
  for (const [seq, index] of members) {
    const { byTerm, raise, measured } = scored[index]!
    let missing = 0
    const around = AROUND.map((step) => ({
      terms: scored[members.get(seq + step) ?? -1]?.byTerm,
      share: Math.abs(step) === 1 ? 1 : weights.secondNeighbour,
    }))
    for (let term = 0; term < byTerm.length; term++) {
      let best = 0
      for (const { terms, share } of around)
        if (terms !== undefined) best = Math.max(best, terms[term]! * share)
      missing += Math.max(0, best - byTerm[term]!)
    }
    const damping = halving(measured.candidate.text.length, weights.neighbourChars)
    gains[index] = weights.neighbour * damping * raise * missing
  }
}

function sessionBonus(
  scored: readonly Scored[],
  members: ReadonlyMap<number, number>,
  weights: Weights,
): number {
  let chars = 0
  const top = [0, 0, 0]
  const whole = new Float64Array(scored[0]?.byTerm.length ?? 0)
  for (const index of members.values()) {
    const { score, byTerm, measured } = scored[index]!
    chars += measured.candidate.text.length
    if (score > top[2]!) {
      top[2] = score
      top.sort((a, b) => b - a)
    }
    for (let term = 0; term < whole.length; term++) whole[term] = Math.max(whole[term]!, byTerm[term]!)
  }
  const damping = halving(chars / members.size, weights.sessionChars)
  const best = (top[0]! + top[1]! + top[2]!) / 3
  const asOne = whole.reduce((sum, value) => sum + value, 0)
  return damping * (weights.sessionTop * best + weights.sessionWhole * asOne)
}
