import type { FoundRow } from './candidate.js'
import type { Look } from './layer.js'
import type { LayerStanding } from './layer-standing.js'

/** Why the time layer has no rank for an item. */
export function timeStanding({ question: { times } }: Look, { occurredAt }: FoundRow): LayerStanding {
  const layer = 'time'
  if (times.length === 0) return { layer, state: 'no_time', why: 'the question names no time' }
  if (occurredAt === null) return { layer, state: 'undated', why: 'it is not known when it happened' }
  const named = times.map(({ text }) => text).join(', ')
  if (times.some(({ from, to }) => occurredAt >= from && occurredAt < to)) {
    return { layer, state: 'too_far_down', why: `too much later happened in the same time (${named})` }
  }
  return { layer, state: 'other_time', why: `it happened at another time than the question names (${named})` }
}
