import { MemoryError } from '../errors.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { Spine } from './spine.js'

/**
 * Whether anything of the bank was ever forgotten. Throws `store_busy` when the store has another key than the one that
 * identities were made with: an archive or a backup has filled it since. The next call has the new key (../engine.ts).
 */
export function* hasTombstones(spine: Spine, reach: Reach): Tx<boolean> {
  const found = yield* get<{ key: Uint8Array | null; n: number }>(sql`
    select (select value from store_meta where name = 'identity_key') as key,
      exists (select 1 from tombstone where bank = ${reach.writes}) as n`)
  if (found?.key !== null && found?.key !== undefined && !isSame(found.key, spine.identityKey)) {
    throw new MemoryError(
      'store_busy',
      'an archive or a backup has just filled this store',
      'try again: its key is known by then',
    )
  }
  return (found?.n ?? 0) > 0
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** When content of this identity was forgotten, if it was. */
export function* tombstoneOf(reach: Reach, identity: Uint8Array): Tx<number | undefined> {
  const row = yield* get<{ forgotten_at: number }>(
    sql`select forgotten_at from tombstone where bank = ${reach.writes} and identity = ${identity}`,
  )
  return row?.forgotten_at
}

/** Lets content that was forgotten be remembered again. */
export function* liftTombstone(reach: Reach, identity: Uint8Array): Tx<number> {
  return yield* run(sql`delete from tombstone where bank = ${reach.writes} and identity = ${identity}`)
}
