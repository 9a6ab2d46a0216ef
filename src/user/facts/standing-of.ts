import type { Tx } from '../../store/statement.js'
import { type FactStatus, holderOf, type StoredFact } from './fact.js'
import type { LedgerRow } from './ledger.js'
import type { PreparedFact, PreparedFacts } from './prepare-facts.js'
import { claimKey } from './supersede.js'
import { isStated, needsReview } from './weights.js'

interface NewClaim {
  readonly prepared: PreparedFacts
  readonly fact: PreparedFact
  readonly key: Uint8Array | null
}

export interface Standing {
  readonly status: FactStatus
  readonly validUntil: number | null
  /** The other side, where there is one. */
  readonly replaced?: StoredFact | undefined
  readonly holder?: StoredFact | undefined
  readonly what: readonly ('superseded' | 'proposed')[]
}

/** Where a new fact stands; whoever holds its key makes room, where it may take it. */
export function* standingOf(bank: string, { prepared, fact, key }: NewClaim): Tx<Standing> {
  const { trust, saidAt, at } = prepared
  if (!isStated(trust) && (key !== null || fact.readsLikeAnOrder || fact.category === 'instruction')) {
    const replaced = key === null ? undefined : yield* holderOf(bank, key)
    return { status: 'proposed', validUntil: null, replaced, what: ['proposed'] }
  }
  if (key === null) return { status: 'active', validUntil: null, what: [] }
  const claimed = yield* claimKey(bank, { keyHash: key, validFrom: saidAt, at })
  if (claimed.outcome === 'late') {
    return { status: 'superseded', validUntil: claimed.validUntil, holder: claimed.holder, what: [] }
  }
  const { replaced } = claimed
  return {
    status: 'active',
    validUntil: null,
    replaced,
    what: replaced === undefined ? [] : ['superseded'],
  }
}

/** What the ledger is to say of it, if anything. */
export function entryFor(
  { status, replaced, holder }: Standing,
  rid: number,
  confidence: number,
): Pick<LedgerRow, 'oldRid' | 'newRid' | 'resolution'> | undefined {
  if (status === 'proposed') return { oldRid: replaced?.rid ?? null, newRid: rid, resolution: 'proposed' }
  if (holder !== undefined) return { oldRid: rid, newRid: holder.rid, resolution: 'auto_supersede' }
  if (replaced === undefined) return undefined
  const resolution = needsReview(confidence, replaced.confidence) ? 'needs_review' : 'auto_supersede'
  return { oldRid: replaced.rid, newRid: rid, resolution }
}
