import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { holderOf, readFacts, type StoredFact } from './fact.js'
import { setStatus } from './set-status.js'

/** What is to hold a key, and since when. */
export interface Claim {
  readonly keyHash: Uint8Array
  readonly validFrom: number
  /** When it is written. */
  readonly at: number
}

/** `late`: something newer is known; the claim takes its place in the history, until then. */
export type Claimed =
  | { readonly outcome: 'free'; readonly replaced: StoredFact | undefined }
  | { readonly outcome: 'late'; readonly holder: StoredFact; readonly validUntil: number }

/**
 * Makes room for a new holder of a key: whoever holds it is superseded. An older statement than the holder's, or than
 * its latest confirmation, takes nothing over.
 */
export function* claimKey(bank: string, claim: Claim): Tx<Claimed> {
  const { keyHash, validFrom, at } = claim
  const holder = yield* holderOf(bank, keyHash)
  if (holder === undefined) return { outcome: 'free', replaced: undefined }
  if (validFrom < Math.max(holder.validFrom, holder.confirmedAt)) {
    return { outcome: 'late', holder, validUntil: yield* placeInHistory(bank, claim, holder) }
  }
  yield* setStatus(bank, holder, { status: 'superseded', validUntil: validFrom, at })
  return { outcome: 'free', replaced: holder }
}

/** Ends what was held to be true at that time, and answers until when the late one was: until anything was said next. */
function* placeInHistory(bank: string, { keyHash, validFrom, at }: Claim, holder: StoredFact): Tx<number> {
  yield* endBefore(bank, { keyHash, validFrom, at })
  const times = (yield* saidOf(bank, keyHash)).map((one) => one.at)
  return Math.min(...[...times, holder.validFrom, holder.confirmedAt].filter((time) => time > validFrom))
}

/**
 * Ends what was held to be true when something else was said. What was said once more since then is left: of what was
 * true at a time, the one that began last was (./list-facts.ts).
 */
export function* endBefore(bank: string, { keyHash, validFrom, at }: Claim, except?: OfForm): Tx<void> {
  for (const one of yield* pastOf(bank, keyHash)) {
    const isHeld = one.validFrom <= validFrom && one.validUntil !== null && one.validUntil > validFrom
    if (!isHeld || one.confirmedAt > validFrom || isOfForm(one, except)) continue
    yield* setStatus(bank, one, { status: 'superseded', validUntil: validFrom, at })
  }
}

/**
 * What an older saying of what holds comes to: the row that was held then, an earlier beginning of what holds, or a time
 * of its own, where something else was said in between. Undefined for one that is not older.
 */
export function* olderSaying(
  bank: string,
  { keyHash, formHash, validFrom }: StoredFact,
  time: number,
): Tx<StoredFact | 'earlier' | 'apart' | undefined> {
  if (keyHash === null || time >= validFrom) return undefined
  const isThis = (other: OfForm) => isOfForm(other, { formHash })
  const past = yield* pastOf(bank, keyHash)
  const held = past.find(
    (one) => isThis(one) && one.validFrom <= time && one.validUntil !== null && one.validUntil > time,
  )
  if (held !== undefined) return held
  const others = (yield* saidOf(bank, keyHash)).filter((one) => !isThis(one))
  return others.some(({ at }) => at > time && at < validFrom) ? 'apart' : 'earlier'
}

/** When which values of a key were said. */
function* saidOf(
  bank: string,
  keyHash: Uint8Array,
): Tx<{ readonly formHash: Uint8Array; readonly at: number }[]> {
  const told = yield* all<{ form_hash: Uint8Array; at: number }>(sql`
    select f.form_hash, coalesce(i.occurred_at, i.recorded_at) as at
    from fact f
    join fact_source s on s.bank = f.bank and s.item_rid = f.item_rid
    join item i on i.bank = s.bank and i.rid = s.source_rid
    where f.bank = ${bank} and f.key_hash = ${keyHash} and f.status in ('active', 'superseded')`)
  const past = yield* pastOf(bank, keyHash)
  return [
    ...told.map(({ form_hash, at }) => ({ formHash: form_hash, at })),
    ...past.map(({ formHash, validFrom }) => ({ formHash, at: validFrom })),
  ]
}

function pastOf(bank: string, keyHash: Uint8Array): Tx<StoredFact[]> {
  return readFacts(bank, sql`f.key_hash = ${keyHash} and f.status = 'superseded'`)
}

type OfForm = Pick<StoredFact, 'formHash'>

function isOfForm({ formHash }: OfForm, other: OfForm | undefined): boolean {
  return other !== undefined && Buffer.compare(formHash, other.formHash) === 0
}
