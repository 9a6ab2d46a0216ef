import { addEdge } from '../graph/edges.js'
import type { NamedPlaces } from '../graph/name-entities.js'
import type { ResolvedEntity } from '../graph/resolved-entity.js'
import type { FactStatus } from '../items/item.js'
import type { Tx } from '../store/statement.js'
import type { StatedDecision } from './extraction/extracted.js'

/** What a decision names beside the entities of its text: itself, and what it rejects; in this order. */
export function decisionPlaces({ title, alternatives }: StatedDecision): NamedPlaces[] {
  return [
    { type: 'decision', names: [title] },
    ...alternatives.map((place) => ({ type: null, names: [place] })),
  ]
}

export interface DecisionLinks {
  readonly itemRid: number
  readonly status: FactStatus
  readonly decision: ResolvedEntity
  readonly rejected: readonly ResolvedEntity[]
  readonly appliesTo: readonly ResolvedEntity[]
}

/** Writes what a decision applies to and what it rejects as edges of its item. */
export function* linkDecision(
  bank: string,
  { itemRid, status, decision, rejected, appliesTo }: DecisionLinks,
): Tx<void> {
  for (const to of rejected)
    yield* addEdge(bank, { itemRid, type: 'rejected', status, from: decision, to, attributes: [] })
  for (const to of appliesTo)
    yield* addEdge(bank, { itemRid, type: 'applies_to', status, from: decision, to, attributes: [] })
}
