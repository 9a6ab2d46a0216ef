import { type ArchiveIntake, fromBase64 } from '../../items/archive-table.js'
import { dropQuoting } from '../../items/drop-quoting.js'
import type { ItemId, Origin, Trust } from '../../items/item.js'
import { raiseTrust } from '../../items/raise-trust.js'
import { inText, sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { rehashFacts } from '../rehash-facts.js'
import { addFactText } from './add-fact.js'
import { type FactKind, factKinds, holderOf, readFacts, type StoredFact } from './fact.js'
import type { FactLine } from './fact-line.js'
import { addParts } from './fact-parts.js'
import { forgetFact } from './forget-fact.js'
import { addInstruction } from './instruction-rows.js'
import { enterConflict, type LedgerRow } from './ledger.js'
import { giveWay } from './same-value.js'
import { setStatus } from './set-status.js'
import { isStated, needsReview } from './weights.js'

export interface TakenFact {
  readonly outcome: 'added' | 'present' | 'left out'
  /** The id of the fact that says the same here already. */
  readonly sameAs?: ItemId
}

interface FactItem {
  readonly id: ItemId
  readonly rid: number
  readonly kind: FactKind
  readonly origin: Origin
  readonly trust: Trust
  readonly quotes: number
}

/**
 * Takes a fact of an archive over, beside its item. Of two stores that went apart, what was said last holds the key, and
 * the ledger says so; what both say is one fact. What holds a key there although its user never said it waits here,
 * unless the ledger of the archive says that they accepted it (./settle-taken-facts.ts).
 */
export function* takeFact(into: ArchiveIntake, line: FactLine, conflictId: string): Tx<TakenFact> {
  const { reach, aliases, lastRidBefore, at } = into
  const bank = reach.writes
  const item = yield* get<FactItem>(sql`
    select id, rid, kind, origin, trust, quotes from item
    where bank = ${bank} and id = ${aliases.get(line.item) ?? line.item} and kind ${inText(factKinds)}`)
  if (item === undefined) return { outcome: 'left out' }
  const { rid } = item
  const isThere = yield* get(sql`select item_rid from fact where bank = ${bank} and item_rid = ${rid}`)
  if (isThere !== undefined) return { outcome: 'present' }
  // No line of a file makes anything the user's own that its item says is not.
  const stated = line.stated && isStated(item.trust)
  yield* insertFact(into, line, { rid, stated })
  if (lastRidBefore > 0) {
    // Whom it speaks of may be known here by another id.
    yield* rehashFacts(into, bank, [rid], at)
    const same = yield* sameFact(bank, item, line)
    if (same !== undefined) {
      yield* forgetFact({ bank, rid, id: item.id })
      yield* dropQuoting(bank, rid)
      yield* believeBoth(into, same, { line, item, stated })
      return { outcome: 'present', sameAs: same.id }
    }
  }
  const { status, validUntil, entry } = yield* standingOf(into, line, { rid, stated })
  if (status === 'active') yield* giveWay(bank, yield* waitingHere(into, rid), { saidAt: line.validFrom, at })
  yield* run(sql`
    update fact set status = ${status}, valid_until = ${validUntil} where bank = ${bank} and item_rid = ${rid}`)
  for (const { since, until, validUntil: then } of line.beliefs) {
    yield* run(sql`
      insert into fact_belief (bank, item_rid, since, until, valid_until)
      values (${bank}, ${rid}, ${since}, ${until}, ${until === null ? validUntil : then})`)
  }
  if (entry !== undefined) yield* enterConflict(bank, { ...entry, id: conflictId, at })
  return { outcome: 'added' }
}

interface TakenAs {
  readonly rid: number
  readonly stated: boolean
}

/** As one that waits: where it stands is known once it is known what it is compared by here. */
function* insertFact({ reach, aliases }: ArchiveIntake, line: FactLine, { rid, stated }: TakenAs): Tx<void> {
  const bank = reach.writes
  const subject =
    line.subject === null ? null : yield* entityOf(bank, aliases.get(line.subject) ?? line.subject)
  yield* run(sql`
    insert into fact (bank, item_rid, category, subject_rid, key_hash, form_hash, status, importance, confidence,
      pinned, stated, valid_from, valid_until, expires_at, confirmed_at)
    values (${bank}, ${rid}, ${line.category}, ${subject}, ${line.keyHash === null ? null : fromBase64(line.keyHash)},
      ${fromBase64(line.formHash)}, 'proposed', ${line.importance}, ${line.confidence}, ${stated && line.pinned ? 1 : 0},
      ${stated ? 1 : 0}, ${line.validFrom}, ${line.validUntil}, ${line.expiresAt}, ${line.confirmedAt})`)
  yield* addFactText(bank, rid, line)
  yield* addParts(bank, rid, line.parts)
  if (line.instruction !== null && stated) yield* addInstruction(bank, rid, line.instruction)
}

/** The entity of this id, or the one that has taken its names here. */
function* entityOf(bank: string, id: string): Tx<number | null> {
  let entity = yield* get<{ rid: number; merged_rid: number | null }>(
    sql`select rid, merged_rid from entity where bank = ${bank} and id = ${id}`,
  )
  while (entity !== undefined && entity.merged_rid !== null) {
    entity = yield* get<{ rid: number; merged_rid: number | null }>(
      sql`select rid, merged_rid from entity where bank = ${bank} and rid = ${entity.merged_rid}`,
    )
  }
  return entity?.rid ?? null
}

/** What says the same here and holds. What stands on its own stays beside it: it is in no note of the other's. */
function* sameFact(
  bank: string,
  { rid, quotes }: FactItem,
  { status }: FactLine,
): Tx<{ readonly rid: number; readonly id: ItemId } | undefined> {
  if (quotes === 0 || (status !== 'active' && status !== 'proposed')) return undefined
  return yield* get<{ rid: number; id: ItemId }>(sql`
    select i.rid, i.id from fact f join item i on i.bank = f.bank and i.rid = f.item_rid
    where f.bank = ${bank} and f.status = 'active' and i.quotes = 1 and f.item_rid <> ${rid}
      and f.form_hash = (select form_hash from fact where bank = ${bank} and item_rid = ${rid})`)
}

/** What says the same here and waits: there is nothing to decide any more. */
function* waitingHere({ reach, lastRidBefore }: ArchiveIntake, rid: number): Tx<StoredFact[]> {
  const bank = reach.writes
  return yield* readFacts(
    bank,
    sql`f.status = 'proposed' and f.item_rid <= ${lastRidBefore}
      and f.form_hash = (select form_hash from fact where bank = ${bank} and item_rid = ${rid})`,
  )
}

/** One fact of two stores is believed as much as in the one that believes it more. */
function* believeBoth(
  { reach }: ArchiveIntake,
  same: { readonly rid: number; readonly id: ItemId },
  { line, item, stated }: { readonly line: FactLine; readonly item: FactItem; readonly stated: boolean },
): Tx<void> {
  yield* raiseTrust(reach, same.id, item)
  yield* run(sql`
    update fact set
      confidence = case when confidence < ${line.confidence} then ${line.confidence} else confidence end,
      confirmed_at = case when confirmed_at < ${line.confirmedAt} then ${line.confirmedAt} else confirmed_at end
      ${stated ? sql`, stated = 1` : sql``}
    where bank = ${reach.writes} and item_rid = ${same.rid}`)
}

interface Standing extends Pick<FactLine, 'status' | 'validUntil'> {
  readonly entry?: Pick<LedgerRow, 'keyHash' | 'oldRid' | 'newRid' | 'resolution'>
}

function* standingOf(
  { reach, at }: ArchiveIntake,
  { status, category, confidence, validFrom, validUntil, confirmedAt }: FactLine,
  { rid, stated }: TakenAs,
): Tx<Standing> {
  if (status !== 'active') return { status, validUntil }
  const bank = reach.writes
  const own = yield* get<{ key_hash: Uint8Array | null }>(
    sql`select key_hash from fact where bank = ${bank} and item_rid = ${rid}`,
  )
  const keyHash = own?.key_hash ?? null
  const holder = keyHash === null ? undefined : yield* holderOf(bank, keyHash)
  if (!stated && (keyHash !== null || category === 'instruction')) {
    const entry = { keyHash, oldRid: holder?.rid ?? null, newRid: rid, resolution: 'proposed' } as const
    return { status: 'proposed', validUntil, entry }
  }
  if (holder === undefined) return { status, validUntil }
  const until = Math.max(validFrom, holder.validFrom)
  if (confirmedAt < holder.confirmedAt) {
    const resolution = needsReview(holder.confidence, confidence) ? 'needs_review' : 'auto_supersede'
    const entry = { keyHash, oldRid: rid, newRid: holder.rid, resolution } as const
    return { status: 'superseded', validUntil: until, entry }
  }
  yield* setStatus(bank, holder, { status: 'superseded', validUntil: until, at })
  const resolution = needsReview(confidence, holder.confidence) ? 'needs_review' : 'auto_supersede'
  return { status, validUntil, entry: { keyHash, oldRid: holder.rid, newRid: rid, resolution } }
}
