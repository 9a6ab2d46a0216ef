import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'

/**
 * How a contradiction came out. `needs_review`: the newer one holds the key, and is believed much less. `proposed`:
 * the newer one waits. The two are for the user to review.
 */
export const resolutions = [
  'auto_supersede',
  'needs_review',
  'proposed',
  'user_corrected',
  'user_restored',
] as const

export type Resolution = (typeof resolutions)[number]

export interface LedgerRow {
  readonly id: string
  readonly at: number
  readonly keyHash: Uint8Array | null
  /** What it was, or would be, put in the place of. */
  readonly oldRid: number | null
  readonly newRid: number
  readonly resolution: Resolution
}

/** The ledger says that two facts contradicted each other; what they say stands with them alone. */
export function* enterConflict(bank: string, row: LedgerRow): Tx<void> {
  const { id, at, keyHash, oldRid, newRid, resolution } = row
  const reviewedAt = resolution === 'needs_review' || resolution === 'proposed' ? null : at
  yield* run(sql`
    insert into fact_conflict (bank, id, at, key_hash, old_rid, new_rid, resolution, reviewed_at)
    values (${bank}, ${id}, ${at}, ${keyHash}, ${oldRid}, ${newRid}, ${resolution}, ${reviewedAt})`)
}

/** What waited for review because of this fact needs none any more. */
export function* settleConflicts(bank: string, newRid: number, at: number): Tx<void> {
  yield* run(sql`
    update fact_conflict set reviewed_at = ${at}
    where bank = ${bank} and new_rid = ${newRid} and reviewed_at is null`)
}
