import type { QueryTerm } from '../text/query.js'
import type { Weights } from './weights.js'

/** ln(1 + (N − df + ½)/(df + ½)), never below the floor. */
export function inverseFrequency(items: number, frequency: number, floor: number): number {
  // A frequency read a moment later than the number of items may exceed it.
  const without = Math.max(0, items - frequency)
  return Math.max(floor, Math.log(1 + (without + 0.5) / (frequency + 0.5)))
}

/** A term's share of a full word's worth. */
export function termWeight(term: QueryTerm, isTimeWord: boolean, weights: Weights): number {
  const own = isSingle(term) ? Math.max(term.weight, weights.single) : term.weight
  return isTimeWord ? own * weights.timeWord : own
}

/** A character of a CJK run that pairs were made of too. */
export function isSingle({ kind, token, weight }: QueryTerm): boolean {
  return (
    kind === 'part' && weight < 1 && token.length === String.fromCodePoint(token.codePointAt(0) ?? 0).length
  )
}
