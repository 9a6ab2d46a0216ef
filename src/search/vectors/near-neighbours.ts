import { halving } from '../halving.js'
import type { LayerHit } from '../layer.js'
import type { Weights } from '../weights.js'

/**
 * Adds what the turns around a turn mean, at question time: "Last June." means nothing of its own, beside "When were you
 * in Rome?" it is the answer. Long turns speak for themselves and gain little, as with words (../context.ts). What is no
 * nearer than chance is left out.
 */
export function addNearNeighbours(hits: readonly LayerHit[], floor: number, weights: Weights): LayerHit[] {
  const byPlace = new Map<string, number>()
  for (const { row, score } of hits) {
    if (row.turn !== null) byPlace.set(placeOf(row.turn.session, row.turn.seq), score)
  }
  const settled = hits.map((hit) => {
    const { turn, text } = hit.row
    if (turn === null) return hit
    let best = floor
    for (const step of AROUND) {
      const near = (byPlace.get(placeOf(turn.session, turn.seq + step)) ?? floor) - floor
      best = Math.max(best, floor + near * (Math.abs(step) === 1 ? 1 : weights.secondNearNeighbour))
    }
    const gain =
      weights.nearNeighbour *
      halving(text.length, weights.neighbourChars) *
      (best - Math.max(floor, hit.score))
    return gain > 0 ? { ...hit, score: Math.max(floor, hit.score) + gain } : hit
  })
  return settled.filter(({ score }) => score > floor)
}

const AROUND = [-2, -1, 1, 2] as const

function placeOf(session: number, seq: number): string {
  return `${session} ${seq}`
}
