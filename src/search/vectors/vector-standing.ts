import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { FoundRow } from '../candidate.js'
import type { LayerHit, Look } from '../layer.js'
import type { LayerStanding } from '../layer-standing.js'
import { vectorLayer } from './vector-layer.js'

/** Why the vector layer has no rank for an item: it has no vector, or a vector that is too far from the question's. */
export function* vectorStanding(look: Look, row: FoundRow, hits: readonly LayerHit[]): Tx<LayerStanding> {
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
  const least = hits.at(-1)?.score ?? 0
  return {
    layer,
    state: 'too_distant',
    why: `its meaning is ${own.score.toFixed(2)} near the question's; the last that was taken is ${least.toFixed(2)}`,
    value: own.score,
    least,
  }
}

const WHY_NONE: ReadonlyMap<string, string> = new Map([
  ['language', 'its language is one that the embedder does not know'],
  ['too_large', 'it is too long to be embedded'],
  ['refused', 'the embedder refused it'],
])
