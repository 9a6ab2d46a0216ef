import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'

/** Whether anything of the bank was ever forgotten. */
export function* hasTombstones(reach: Reach): Tx<boolean> {
  const one = yield* get(sql`select forgotten_at from tombstone where bank = ${reach.writes} limit 1`)
  return one !== undefined
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
