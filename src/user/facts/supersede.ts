import { sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
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

/** Ends what was held to be true at that time, and answers until when the late one was. */
function* placeInHistory(bank: string, { keyHash, validFrom, at }: Claim, holder: StoredFact): Tx<number> {
  const past = yield* readFacts(bank, sql`f.key_hash = ${keyHash} and f.status = 'superseded'`)
  for (const one of past) {
    if (one.validFrom <= validFrom && one.validUntil !== null && one.validUntil > validFrom)
      yield* setStatus(bank, one, { status: 'superseded', validUntil: validFrom, at })
  }
  const later = [...past.map((one) => one.validFrom), holder.validFrom, holder.confirmedAt].filter(
    (time) => time > validFrom,
  )
  return Math.min(...later)
}
