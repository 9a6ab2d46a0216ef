import type { Tx } from '../../store/statement.js'
import type { Candidate } from '../candidate.js'
import type { Look } from '../layer.js'
import type { LayerStanding } from '../layer-standing.js'
import { entitiesOf } from './entity-layer.js'

/** Why the entity layer has no rank for an item. */
export function* entityStanding(look: Look, row: Candidate): Tx<LayerStanding> {
  const layer = 'entities'
  const { entities } = yield* entitiesOf(look, [row])
  if (entities.length === 0) {
    return { layer, state: 'no_name', why: 'the question names nobody and nothing that the graph knows' }
  }
  const names = entities.map(({ name }) => name).join(', ')
  return { layer, state: 'unrelated', why: `it is not among what is nearest to ${names} in the graph` }
}
