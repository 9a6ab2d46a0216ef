import type { Env } from '../clock.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import type { Kind } from './kind.js'

/** What every function of the spine works with. Made once, when a store is opened. */
export interface Spine {
  readonly store: Store
  readonly env: Env
  /** Keys the hashes that identify content (tombstones, repeats) without quoting it. Kept in the store. */
  readonly identityKey: Uint8Array
  readonly kinds: ReadonlyMap<string, Kind>
  /** IANA time zone in which the user's days begin and end. */
  readonly zone: string
}

/** Reads the store's identity key, or makes one when the store is new. */
export async function loadIdentityKey(store: Store, env: Env): Promise<Uint8Array> {
  return store.tx(ensureIdentityKey, env.randomBytes(IDENTITY_KEY_BYTES))
}

const IDENTITY_KEY_BYTES = 32

function* ensureIdentityKey(fresh: Uint8Array): Tx<Uint8Array> {
  yield* run(
    sql`insert into store_meta (name, value) values ('identity_key', ${fresh}) on conflict (name) do nothing`,
  )
  const row = yield* get<{ value: Uint8Array }>(sql`select value from store_meta where name = 'identity_key'`)
  return row?.value ?? fresh
}
