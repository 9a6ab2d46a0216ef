import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { FoundRow } from '../candidate.js'
import type { Look } from '../layer.js'
import type { LayerStanding } from '../layer-standing.js'
import type { Meaning } from './meaning.js'
import { LEAST_SHARE, vectorLayer } from './vector-layer.js'

/** Why the vector layer has no rank for an item: it has no vector, or a vector that is too far from the question's. */
export function* vectorStanding(look: Look, row: FoundRow): Tx<LayerStanding> {
  const layer = 'vectors'
  const own = (yield* vectorLayer.weigh!(look, [row])).get(row.id)
  if (own === undefined) {
    const passages = yield* all<{ problem: string | null }>(sql`
      select e.problem from item i
      join embedding e on e.bank = i.bank and e.text_rid = i.text_rid
      where i.bank = ${look.bank} and i.rid = ${row.rid}`)
    if (passages.length === 0) return { layer, state: 'pending', why: 'it has not been embedded yet' }
    const problem = passages.find((passage) => passage.problem !== null)?.problem ?? 'unknown'
    return { layer, state: 'no_vector', why: WHY_NONE.get(problem) ?? `it has no vector (${problem})` }
  }
  const value = own.score
  const least = leastOf(look.meaning)
  const its = `its meaning is ${value.toFixed(2)} near the question's`
  return value < least
    ? { layer, state: 'too_distant', why: `${its}; ${least.toFixed(2)} is the least`, value, least }
    : { layer, state: 'too_far_down', why: `${its}; enough others are nearer`, value, least }
}

/** As near as the last that was looked at, and half as near as the nearest. */
function leastOf(meaning: Meaning): number {
  if (meaning.outcome === 'missing') return 0
  const { near } = meaning
  return Math.max(near.at(-1)?.similarity ?? 0, (near[0]?.similarity ?? 0) * LEAST_SHARE)
}

const WHY_NONE: ReadonlyMap<string, string> = new Map([
  ['language', 'its language is one that the embedder does not know'],
  ['too_large', 'it is too long to be embedded'],
  ['refused', 'the embedder refused it'],
])
