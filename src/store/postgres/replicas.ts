import { bankMark } from '../bank-mark.js'
import { ANYTHING } from '../news.js'
import { sql } from '../sql.js'
import { get } from '../statement.js'
import type { Connection } from './connection/connection.js'
import type { Pool } from './connection/pool.js'
import { sqlState } from './connection/postgres-errors.js'

/** Standbys of the primary, which take what only reads off it. */
export interface Replicas {
  /** The one to read these banks from now (`*`: all); undefined: only the primary will do. */
  choose(banks: readonly string[]): Replica | undefined
  /** Word came from another process: so far the log was written when these banks had changed (bank-mark.ts). */
  heard(marks: readonly string[], position: number): void
  /** Notes how far the log is written; to be sent right behind a commit, in the same round trip. */
  committed(connection: Connection): Promise<void>
  close(): Promise<void>
}

export interface Replica {
  readonly pool: Pool
  /** Rejects where it has not replayed what this process must find; to be sent before the transaction begins. */
  check(connection: Connection): Promise<void>
  /** It could not do it: leaves it out for a while. */
  failed(cause: unknown): void
}

export interface ReplicaOptions {
  readonly pools: readonly Pool[]
  readonly now: () => number
  readonly random: () => number
  /** Asks the primary. */
  readonly onPrimary: <T>(use: (connection: Connection) => Promise<T>) => Promise<T>
}

/**
 * A replica counts once it has replayed the last commit of this process, and what it has heard that others committed in
 * the banks that are read: who writes here finds it here, and what others erased is not found once there was word of it.
 * Where no word comes (a pooler, a session that broke off), what others did may be missing for {@link MAX_LAG_MS}.
 */
export function createReplicas({ pools, now, random, onPrimary }: ReplicaOptions): Replicas {
  const outUntil = pools.map(() => 0)
  // One process keeps to one, so that it does not see others' writes come and go; processes differ.
  const preferred = Math.trunc(random() * pools.length)
  /** The end of this process's last commit. */
  let written = 0
  let isWrittenKnown = true
  /** Where the primary was, and when, the oldest first. */
  let seen: readonly { readonly at: number; readonly position: number }[] = []
  let looking: Promise<void> | undefined
  let isPrimaryAway = false

  async function look(): Promise<void> {
    const at = now()
    try {
      const { position } = await onPrimary(positionOf)
      seen = [...seen.filter((earlier) => earlier.at > at - 2 * MAX_LAG_MS), { at, position: position ?? 0 }]
      isPrimaryAway = false
      if (!isWrittenKnown) written = Math.max(written, position ?? 0)
      isWrittenKnown = true
    } catch {
      // Then the replicas are all there is. Whoever writes meets the trouble, and is told.
      isPrimaryAway = true
    } finally {
      lookedAt = now()
      looking = undefined
    }
  }
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Whether it is known well enough where the primary is: without that, one that lost it would be read for ever. */
  function keepsWatch(at: number): boolean {
    if (lookedAt < at - LOOK_MS) looking ??= look()
    return isPrimaryAway || (seen.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= at - MAX_LAG_MS
  }

  /** By the mark of a bank, the oldest word first; what is older than the longest lag is asked of every replica anyway. */
  const word = new Map<string, { readonly at: number; readonly position: number }>()

  function heard(marks: readonly string[], position: number): void {
    const at = now()
    for (const [mark, { at: then }] of word) {
      if (then > at - 2 * MAX_LAG_MS) break
      word.delete(mark)
    }
    for (const mark of marks) {
      const known = word.get(mark)?.position ?? 0
      word.delete(mark)
      word.set(mark, { at, position: Math.max(known, position) })
    }
  }

  function heardOf(banks: readonly string[]): number {
    const told = banks.includes('*')
      ? [...word.values()]
      : [ANYTHING, ...banks.map(bankMark)].map((mark) => word.get(mark))
    return Math.max(0, ...told.map((one) => one?.position ?? 0))
  }

  function needed(banks: readonly string[]): number {
    const before = now() - MAX_LAG_MS
    const bySomebody = seen.findLast(({ at }) => at <= before)?.position ?? 0
    return Math.max(written, bySomebody, word.size === 0 ? 0 : heardOf(banks))
  }

  const replicaFor = (index: number, banks: readonly string[]): Replica => ({
    pool: pools[index] as Pool,
    check: async (connection) => {
      const least = needed(banks)
      const { position, isStandby } = await positionOf(connection)
      if (!isStandby || position === null) throw new NoStandby('it is no standby any more')
      if (position < least) throw new Behind('it has not replayed what was written')
    },
    failed: (cause) => {
      outUntil[index] = now() + (cause instanceof Behind ? BEHIND_MS : isFaultOf(cause) ? DOWN_MS : 0)
    },
  })

  return {
    heard,
    choose: (banks) => {
      const at = now()
      if (!keepsWatch(at) || !isWrittenKnown) return undefined
      const inTurn = pools.map((_, i) => (preferred + i) % pools.length)
      const found = inTurn.find((index) => (outUntil[index] as number) <= at)
      return found === undefined ? undefined : replicaFor(found, banks)
    },
    committed: async (connection) => {
      try {
        written = Math.max(written, (await positionOf(connection)).position ?? 0)
      } catch {
        // The commit may be there, and where it ended is not known: until the primary says where it is, only it will do.
        isWrittenKnown = false
        lookedAt = Number.NEGATIVE_INFINITY
      }
    },
    close: async () => {
      await looking
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

/** How far behind the primary a replica may be in what other processes wrote. */
const MAX_LAG_MS = 5_000
const LOOK_MS = 1_000
const BEHIND_MS = 100
const DOWN_MS = 5_000

class Behind extends Error {}
class NoStandby extends Error {}

/** A statement that is wrong, or a value, is so on every server. */
function isFaultOf(cause: unknown): boolean {
  return !/^(22|23|25006|42|54)/.test(sqlState(cause) ?? '')
}

/** How far the log is written, or replayed. Bytes since its beginning, exact for nine petabytes. */
async function positionOf(connection: Connection): Promise<{ position: number | null; isStandby: boolean }> {
  const row = (await connection.run(
    get(sql`
      select pg_is_in_recovery() as is_standby, cast(pg_wal_lsn_diff(case when pg_is_in_recovery()
        then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0') as bigint) as position`),
  )) as { is_standby: number; position: number | null }
  return { position: row.position, isStandby: row.is_standby === 1 }
}
