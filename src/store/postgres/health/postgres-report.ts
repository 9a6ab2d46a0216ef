import type { Migration } from '../../migrations/migration.js'
import { inText, sql } from '../../sql.js'
import { all, get } from '../../statement.js'
import type { PoolUse, StoreCheck, StoreReport } from '../../store.js'
import type { Connection } from '../connection/connection.js'
import { schemaVersion } from '../migrate.js'
import { schemaCheck } from './schema-check.js'
import { LOOKED_AT, settingsChecks } from './settings-checks.js'
import {
  bloatCheck,
  connectionsCheck,
  oldTransactionsCheck,
  replicationCheck,
  wraparoundCheck,
} from './upkeep-checks.js'
import { wallCheck } from './wall-check.js'

export interface ReportOptions {
  readonly location: string
  readonly pool: PoolUse
  readonly migrations: readonly Migration[]
  readonly now: number
  /** Without the checks, which take a round trip each. */
  readonly isQuick: boolean
}

/** What the server says about itself: its size, its health, and the settings that decide whether acknowledged means kept. */
export async function report(connection: Connection, options: ReportOptions): Promise<StoreReport> {
  const { location, pool, isQuick } = options
  const rows = (await connection.run(
    all<Setting>(sql`select name, setting from pg_settings where name ${inText([...LOOKED_AT, ...TOLD])}`),
  )) as Setting[]
  const size = (await connection.run(get(sql`select pg_database_size(current_database()) as bytes`))) as {
    bytes: number
  }
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  return {
    location,
    version: `PostgreSQL ${settings.get('server_version') ?? 'of unknown version'}`,
    schema: await schemaVersion(connection),
    bytes: size.bytes,
    // The write-ahead log belongs to the whole server; its size says nothing about this database.
    walBytes: 0,
    // The server checks its pages itself, when it reads them.
    problems: [],
    leftovers: [],
    checks: isQuick ? [] : await checksOf(connection, settings, options),
    pool,
    settings: Object.fromEntries([...settings].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const TOLD = ['server_encoding', 'server_version', 'max_connections']

async function checksOf(
  connection: Connection,
  settings: ReadonlyMap<string, string>,
  { pool, migrations, now }: ReportOptions,
): Promise<StoreCheck[]> {
  return [
    await wallCheck(connection),
    await schemaCheck(connection, migrations),
    ...settingsChecks(settings),
    await vectorsCheck(connection),
    await bloatCheck(connection, now),
    await oldTransactionsCheck(connection),
    await wraparoundCheck(connection),
    poolCheck(pool),
    await connectionsCheck(connection),
    ...(await replicationCheck(connection)),
  ]
}

/** Told, not blamed: answers are the same without. */
async function vectorsCheck(connection: Connection): Promise<StoreCheck> {
  const extension = (await connection.run(
    get(sql`select extversion as version from pg_extension where extname = 'vector'`),
  )) as { readonly version: string } | undefined
  return {
    check: 'vectors in the server',
    isOk: true,
    detail:
      extension === undefined
        ? 'the extension pgvector is not there: vectors are compared in this process, which keeps those of the banks in use'
        : `pgvector ${extension.version} is there`,
    hint: '',
  }
}

function poolCheck({ size, lent, idle, waiting }: PoolUse): StoreCheck {
  return {
    check: 'connections of this process',
    isOk: waiting === 0,
    detail: `${lent} in use and ${idle} at rest, of at most ${size}; ${waiting} calls wait for one`,
    hint: 'more is asked at once than the connections can carry: start another process, or give this one more (poolSize)',
  }
}

interface Setting {
  readonly name: string
  readonly setting: string
}
