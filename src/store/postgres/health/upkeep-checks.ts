// Long: one statement and one sentence each, in the order in which doctor tells them.
import { sql } from '../../sql.js'
import { all, get } from '../../statement.js'
import type { StoreCheck } from '../../store.js'
import type { Connection } from '../connection/connection.js'

/** Dead rows, and whether the server's own cleaning comes round. */
export async function bloatCheck(session: Connection, now: number): Promise<StoreCheck> {
  const tables = (await session.run(
    all<Table>(sql`
      select relname as name, n_live_tup as live, n_dead_tup as dead, pg_total_relation_size(relid) as bytes,
        cast(extract(epoch from greatest(last_autovacuum, last_vacuum)) * 1000 as bigint) as vacuumed_at
      from pg_stat_user_tables where schemaname = current_schema() order by bytes desc`),
  )) as readonly Table[]
  const bloated = tables.filter(({ dead, live }) => dead > BLOATED_ROWS && dead > live)
  const dead = tables.reduce((sum, table) => sum + table.dead, 0)
  const cleaned = tables.map(({ vacuumed_at }) => vacuumed_at).filter((at) => at !== null)
  const [largest] = tables
  const last =
    cleaned.length === 0 ? 'not yet cleaned' : `last cleaned ${days(now - Math.max(...cleaned))} ago`
  const about =
    largest === undefined ? '' : `; the largest table is ${largest.name}, with ${megabytes(largest.bytes)}`
  return {
    check: 'space of deleted rows',
    isOk: bloated.length === 0,
    detail:
      bloated.length === 0
        ? `${dead} dead rows wait for the server to clean up, ${last}${about}`
        : bloated
            .map(
              ({ name, dead, bytes }) =>
                `${name} holds more dead rows than living ones (${dead}, ${megabytes(bytes)})`,
            )
            .join('; '),
    hint: 'the server cleans up by itself (autovacuum): see that it is on, and that no old transaction holds it back; or run recollect vacuum',
  }
}

interface Table {
  readonly name: string
  readonly live: number
  readonly dead: number
  readonly bytes: number
  readonly vacuumed_at: number | null
}

// Fewer are in the way of nobody, whatever their share.
const BLOATED_ROWS = 10_000

/** Whether there are connections left for one more process. */
export async function connectionsCheck(session: Connection): Promise<StoreCheck> {
  const { used, most } = (await session.run(
    get(sql`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
        cast(current_setting('max_connections') as bigint)
          - cast(current_setting('superuser_reserved_connections') as bigint) as most`),
  )) as { readonly used: number; readonly most: number }
  return {
    check: 'connections of the server',
    isOk: used < most * ALMOST_ALL,
    detail: `${used} of ${most} in use, by all programs together`,
    hint: 'let each process take fewer (poolSize), or raise max_connections of the server and restart it',
  }
}

const ALMOST_ALL = 0.9

/** A transaction that stays open keeps every row that was deleted since, and what was forgotten with them. */
export async function oldTransactionsCheck(session: Connection): Promise<StoreCheck> {
  const oldest = (await session.run(
    get(sql`
      select pid, application_name as name, cast(extract(epoch from now() - xact_start) as bigint) as seconds
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '5 minutes'
      order by xact_start limit 1`),
  )) as { readonly pid: number; readonly name: string; readonly seconds: number } | undefined
  const prepared = (await session.run(
    get(sql`
      select count(*) as n from pg_prepared_xacts
      where database = current_database() and prepared < now() - interval '5 minutes'`),
  )) as { readonly n: number }
  const left = prepared.n === 0 ? [] : [`${prepared.n} prepared transactions were left behind`]
  const open =
    oldest === undefined
      ? []
      : [
          `session ${oldest.pid} (${oldest.name === '' ? 'no name' : oldest.name}) has had one open for ${days(oldest.seconds * 1000)}`,
        ]
  const wrong = [...open, ...left]
  return {
    check: 'old transactions',
    isOk: wrong.length === 0,
    detail:
      wrong.length === 0
        ? 'none is open for more than five minutes, as far as this role may see'
        : wrong.join('; '),
    hint: 'end that program, or the session: select pg_terminate_backend(PID) in psql; prepared ones: rollback prepared NAME',
  }
}

/** Transactions are counted in a circle: a server that is not cleaned stops writing before it is closed. */
export async function wraparoundCheck(session: Connection): Promise<StoreCheck> {
  const { age } = (await session.run(
    get(
      sql`select cast(age(datfrozenxid) as bigint) as age from pg_database where datname = current_database()`,
    ),
  )) as { readonly age: number }
  return {
    check: 'age of the oldest transaction number',
    isOk: age < OLD_AGE,
    detail: `${age} transactions; the server refuses to write near 2,000,000,000`,
    hint: 'the server has not cleaned up for long: see that autovacuum is on, and run VACUUM (FREEZE) as the owner of the database',
  }
}

// The server itself begins to hurry at 1,600,000,000.
const OLD_AGE = 1_000_000_000

/** Whether standbys follow, and whether a slot for one that is gone makes the server keep its log for ever. */
export async function replicationCheck(session: Connection): Promise<StoreCheck[]> {
  const { standbys, lost, kept, behind } = (await session.run(
    get(sql`
      select (select count(*) from pg_stat_replication) as standbys,
        (select cast(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) as bigint) from pg_stat_replication
          where not pg_is_in_recovery()) as behind,
        (select count(*) from pg_replication_slots where not active) as lost,
        (select coalesce(cast(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as bigint), 0) from pg_replication_slots
          where not active and not pg_is_in_recovery()) as kept`),
  )) as {
    readonly standbys: number
    readonly lost: number
    readonly kept: number
    readonly behind: number | null
  }
  if (standbys === 0 && lost === 0) return []
  return [
    {
      check: 'standbys',
      isOk: lost === 0,
      detail:
        `${standbys} connected` +
        (behind === null ? '' : `, the slowest ${megabytes(behind)} of the log behind`) +
        (lost === 0
          ? ''
          : `; ${lost} replication slots wait for one that is not, and hold back ${megabytes(kept)} of the log`),
      hint: 'start the standby, or give its slot up: select pg_drop_replication_slot(NAME) in psql',
    },
  ]
}

function days(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 2 * 1440 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MB`
}
