import { setEdgeStatus } from '../../graph/edges.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import { beginBelief, endBelief } from './beliefs.js'
import type { FactStatus, StoredFact } from './fact.js'

export interface StatusChange {
  readonly status: FactStatus
  /** For what was superseded: since when something else has been true. */
  readonly validUntil?: number | null
  readonly at: number
}

/** The one way in which a fact's status changes: with what we believe of it, and the edge that it states. */
export function* setStatus(
  bank: string,
  { rid, kind }: Pick<StoredFact, 'rid' | 'kind'>,
  { status, validUntil = null, at }: StatusChange,
): Tx<void> {
  yield* run(sql`
    update fact set status = ${status}, valid_until = ${validUntil} where bank = ${bank} and item_rid = ${rid}`)
  yield* endBelief(bank, rid, at)
  if (isBelieved(status)) yield* beginBelief(bank, rid, at, validUntil)
  if (kind !== 'fact') yield* setEdgeStatus(bank, rid, status)
}

/** Superseded is what was true once. */
export function isBelieved(status: FactStatus): boolean {
  return status === 'active' || status === 'superseded'
}
