import { type ItemId, trusts } from '../../items/item.js'
import { addLineage, sourcesOf } from '../../items/lineage.js'
import type { Reach } from '../../reach.js'
import { inText, sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import type { StoredFact } from './fact.js'
import { addFactSource, type FactPlace } from './fact-sources.js'
import { addInstruction, DETECTED, isDetectable } from './instruction-rows.js'
import { enterConflict, settleConflicts } from './ledger.js'
import type { PreparedFact, PreparedFacts } from './prepare-facts.js'
import { setStatus } from './set-status.js'
import { claimKey, endBefore, olderSaying } from './supersede.js'
import { CONFIDENCE, confidenceOf, isStated, needsReview } from './weights.js'

export interface Repeat {
  readonly prepared: PreparedFacts
  readonly fact: PreparedFact
  /** `isNew`: written by this very call. */
  readonly source: { readonly id: ItemId; readonly isNew: boolean }
  readonly place: FactPlace
}

/**
 * The same statement once more, while it holds or waits. A source of its own makes it more certain; the same source
 * again does not, nor does one that only passes on what another said. Said by someone who is believed more, it is
 * believed more: what waited is waiting no longer. Answers whether anything has changed.
 */
export function* repeatFact(reach: Reach, known: StoredFact, repeat: Repeat): Tx<boolean> {
  const bank = reach.writes
  const { prepared, place, source } = repeat
  const isKnownSource = known.quotes && !(yield* addFactSource(bank, known.rid, place))
  const isStronger = trusts.indexOf(prepared.trust) < trusts.indexOf(known.trust)
  if (isKnownSource && !isStronger) return false
  const raised = !isKnownSource && (yield* isIndependent(bank, known, repeat)) ? CONFIDENCE.repeat : 0
  if (!isKnownSource && known.quotes)
    yield* addLineage(bank, { item: known.id, source: source.id, role: 'quotes' })
  const certain = Math.min(CONFIDENCE.corrected, known.confidence + raised)
  const confidence = isStronger ? Math.max(certain, confidenceOf(prepared.trust)) : certain
  yield* run(sql`
    update fact set confidence = ${confidence},
      confirmed_at = ${Math.max(known.confirmedAt, prepared.saidAt)},
      expires_at = ${expiryOf(known, prepared)}
    where bank = ${bank} and item_rid = ${known.rid}`)
  if (isStated(prepared.trust) && known.status !== 'proposed') yield* holdSince(bank, known, prepared)
  if (isStronger) yield* believeMore(reach, known, repeat, confidence)
  return source.isNew || isStronger
}

/** What is older than the fact, and comes later: it was true by then, and what was until then ends there. */
function* holdSince(bank: string, known: StoredFact, { saidAt, at }: PreparedFacts): Tx<void> {
  const { keyHash, rid, confirmedAt, status } = known
  if (keyHash === null || saidAt >= confirmedAt) return
  yield* endBefore(bank, { keyHash, validFrom: saidAt, at }, known)
  if (status !== 'active' || (yield* olderSaying(bank, known, saidAt)) !== 'earlier') return
  yield* run(sql`update fact set valid_from = ${saidAt} where bank = ${bank} and item_rid = ${rid}`)
}

/** What the user says without a time changes none, unless it has passed: then it holds still. */
function expiryOf({ expiresAt }: StoredFact, prepared: PreparedFacts): number | null {
  if (!isStated(prepared.trust)) return expiresAt
  return prepared.expiresAt ?? (expiresAt !== null && expiresAt <= prepared.at ? null : expiresAt)
}

/**
 * Only another source is independent: not a note that was derived from one of those that say it already. What tools and agents repeat makes nothing more certain that the user said: they may have it from
 * here.
 */
function* isIndependent(bank: string, known: StoredFact, { prepared, source }: Repeat): Tx<boolean> {
  // What is merely there once more may have said so before, of an earlier row of the same words.
  if (!source.isNew || (known.isStated && !isStated(prepared.trust))) return false
  // Nothing is derived from what is new. A fact may have thousands of sources: they are not read.
  const around = (yield* sourcesOf(bank, [source.id])).map((link) => link.source)
  if (around.length === 0) return true
  const passedOn = yield* get(sql`
    select item_id from lineage where bank = ${bank} and item_id = ${known.id} and source_id ${inText(around)}`)
  return passedOn === undefined
}

function* believeMore(
  reach: Reach,
  known: StoredFact,
  { prepared, fact }: Repeat,
  confidence: number,
): Tx<void> {
  const bank = reach.writes
  const { origin, trust, at, saidAt } = prepared
  yield* run(sql`
    update item set origin = ${origin}, trust = ${trust} where bank = ${bank} and rid = ${known.rid}`)
  if (!isStated(trust)) return
  yield* run(sql`update fact set stated = 1 where bank = ${bank} and item_rid = ${known.rid}`)
  if (isDetectable(reach, prepared, fact)) yield* addInstruction(bank, known.rid, DETECTED)
  if (known.status === 'proposed')
    yield* accept(bank, known, { id: fact.conflictId, at, validFrom: saidAt, confidence })
}

export interface Acceptance {
  /** For the row of the ledger that it may need. */
  readonly id: string
  readonly at: number
  readonly validFrom: number
  /** How far it is believed now; where the user has decided, there is nothing to review. */
  readonly confidence: number
}

/** What waited holds from then on, if nothing newer does. */
export function* accept(
  bank: string,
  known: StoredFact,
  { id, at, validFrom, confidence }: Acceptance,
): Tx<void> {
  yield* settleConflicts(bank, known.rid, at)
  const { keyHash, rid } = known
  const claimed =
    keyHash === null
      ? ({ outcome: 'free', replaced: undefined } as const)
      : yield* claimKey(bank, { keyHash, validFrom, at })
  if (claimed.outcome === 'late') {
    yield* setStatus(bank, known, { status: 'superseded', validUntil: claimed.validUntil, at })
    return yield* enterConflict(bank, {
      id,
      at,
      keyHash,
      oldRid: rid,
      newRid: claimed.holder.rid,
      resolution: 'auto_supersede',
    })
  }
  yield* run(sql`update fact set valid_from = ${validFrom} where bank = ${bank} and item_rid = ${rid}`)
  yield* setStatus(bank, known, { status: 'active', at })
  if (claimed.replaced !== undefined) {
    yield* enterConflict(bank, {
      id,
      at,
      keyHash,
      oldRid: claimed.replaced.rid,
      newRid: rid,
      resolution: needsReview(confidence, claimed.replaced.confidence) ? 'needs_review' : 'auto_supersede',
    })
  }
}
