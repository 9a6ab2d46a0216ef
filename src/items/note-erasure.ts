import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'

/**
 * Where bytes outlive their rows until the owner has the tables rewritten, keeps since when some wait: in the transaction
 * that forgets, and without a word of what.
 */
export function* noteErasure({ can }: Pick<Store, 'can'>, bank: string, at: number): Tx<void> {
  if (can.physicalErasure) return
  yield* run(sql`
    insert into erasure (bank, since, last_at, erasures) values (${bank}, ${at}, ${at}, 1)
    on conflict (bank) do update set last_at = excluded.last_at, erasures = erasure.erasures + 1, pass = null`)
}

/** What waits in the banks that the store may touch. */
export interface WaitingErasures {
  readonly banks: number
  readonly erasures: number
  /** The oldest of it; null where nothing waits. */
  readonly since: number | null
}

export function* waitingErasures({ can }: Pick<Store, 'can'>): Tx<WaitingErasures> {
  if (can.physicalErasure) return NOTHING
  const row = yield* get<WaitingErasures>(sql`
    select count(*) as banks, coalesce(cast(sum(erasures) as bigint), 0) as erasures, min(since) as since
    from erasure where bank >= ''`)
  return row ?? NOTHING
}

const NOTHING: WaitingErasures = { banks: 0, erasures: 0, since: null }

/** Marks all that waits as what a rewriting that begins now will cover. */
export function* beginPass({ can }: Pick<Store, 'can'>, pass: string): Tx<void> {
  if (!can.physicalErasure) yield* run(sql`update erasure set pass = ${pass} where bank >= ''`)
}

/** What was forgotten while it ran goes on waiting. */
export function* endPass({ can }: Pick<Store, 'can'>, pass: string): Tx<void> {
  if (!can.physicalErasure) yield* run(sql`delete from erasure where bank >= '' and pass = ${pass}`)
}
