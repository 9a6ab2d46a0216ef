import { MemoryError } from '../errors.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import { type Spine, storedIdentityKey } from './spine.js'

/**
 * Throws `store_busy` when the store has another key than the one that identities were made with: an archive or a backup
 * has filled it since. The next call has the new key (../engine.ts).
 */
export function* requireOwnKey({ identityKey }: Pick<Spine, 'identityKey'>): Tx<void> {
  const stored = yield* storedIdentityKey()
  if (stored !== undefined && Buffer.compare(stored.value, identityKey) !== 0) {
    throw new MemoryError(
      'store_busy',
      'an archive or a backup has just filled this store',
      'try again: its key is known by then',
    )
  }
}

/** Keeps in mind that content was forgotten, at the latest of the times at which it was. Answers whether it was known. */
export function* keepTombstone(bank: string, identity: Uint8Array, at: number): Tx<boolean> {
  const known = yield* get<{ at: number }>(
    sql`select forgotten_at as at from tombstone where bank = ${bank} and identity = ${identity}`,
  )
  if (known !== undefined && known.at >= at) return true
  yield* run(sql`
    insert into tombstone (bank, identity, forgotten_at) values (${bank}, ${identity}, ${at})
    on conflict (bank, identity) do update set forgotten_at = excluded.forgotten_at`)
  return known !== undefined
}

/** Lets content that was forgotten be remembered again. */
export function* liftTombstone(reach: Reach, identity: Uint8Array): Tx<number> {
  return yield* run(sql`delete from tombstone where bank = ${reach.writes} and identity = ${identity}`)
}
