import { MemoryError } from '../../errors.js'
import { type Migration, postgresTypes } from '../migrations/migration.js'
import { sql } from '../sql.js'
import { column, get, run } from '../statement.js'
import type { Connection } from './connection/connection.js'
import { sqlState } from './connection/postgres-errors.js'
import { ownSettings } from './own-settings.js'

/**
 * Brings a database to the newest schema: all missing steps in one transaction with their records, so that a
 * failed one leaves everything as it was. Processes that start together take turns.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  now: () => number,
  location: string,
): Promise<void> {
  const known = migrations.at(-1)?.id ?? 0
  const found = await schemaVersion(connection)
  refuseNewer(found, known, location)
  if (found === known) return
  await refuseStranger(connection, found, known, location)
  let current: Migration | undefined
  let applied = found
  await connection.exec(BEGIN)
  try {
    await connection.exec(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await connection.exec(RECORD_TABLE)
    // Another process may have been faster between the look and the lock.
    applied = await schemaVersion(connection)
    refuseNewer(applied, known, location)
    for (const migration of migrations.filter(({ id }) => id > applied)) {
      current = migration
      for (const statement of migration.ddl(postgresTypes)) await connection.exec(statement)
      await connection.run(
        run(sql`insert into schema_migration (id, name, applied_at)
          values (${migration.id}, ${migration.name}, ${now()})`),
      )
    }
    await connection.exec('commit')
  } catch (error) {
    if (!connection.isLost) await connection.exec('rollback')
    throw current === undefined ? error : failed(current, applied, location, error)
  }
}

// Read committed: who waited for the lock sees what was done meanwhile. It may take as long as it takes, and a step may move
// rows of every bank.
const BEGIN = `begin isolation level read committed read write; ${ownSettings}; set local statement_timeout = 0;
  set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local recollect.reads = '*'; set local recollect.writes = '*'`

const RECORD_TABLE =
  'create table if not exists schema_migration (id bigint primary key, name text not null, applied_at bigint not null)'

/** The same as statements, for who runs them by hand. */
export async function missingSteps(
  connection: Connection,
  migrations: readonly Migration[],
  now: () => number,
): Promise<string[]> {
  const found = await schemaVersion(connection)
  const missing = migrations.filter(({ id }) => id > found)
  if (missing.length === 0) return []
  return [
    BEGIN,
    RECORD_TABLE,
    ...missing.flatMap(({ id, name, ddl }) => [
      ...ddl(postgresTypes),
      `insert into schema_migration (id, name, applied_at) values (${id}, '${name}', ${now()})`,
    ]),
    'commit',
  ]
}

/** A role that serves and owns nothing cannot change the schema: before anything is tried, who can is said. */
async function refuseStranger(
  connection: Connection,
  found: number,
  known: number,
  location: string,
): Promise<void> {
  const row = (await connection.run(
    get(sql`
      select coalesce(has_schema_privilege(current_schema(), 'create'), false) and coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migration')), true)
        as may, current_user as name`),
  )) as { readonly may: number; readonly name: string }
  if (row.may === 1) return
  throw new MemoryError(
    'denied',
    found === 0
      ? `${location} holds no memory yet, and ${row.name} may not make tables there`
      : `${location} has schema ${found}, this build needs ${known}, and ${row.name} may not change it`,
    `as the owner of the database: recollect prepare --store postgres://OWNER@HOST/DATABASE --role ${row.name}`,
  )
}

/** The last applied migration, 0 for an empty database. */
export async function schemaVersion(connection: Connection): Promise<number> {
  const exists = await connection.run(
    column<number>(sql`select to_regclass('schema_migration') is not null as is_there`),
  )
  if ((exists as number[])[0] !== 1) return 0
  const last = await connection.run(get(sql`select coalesce(max(id), 0) as id from schema_migration`))
  return (last as { id: number }).id
}

// Any number that other programs in the same database are unlikely to lock: "Reco" in ASCII.
const MIGRATION_LOCK = 0x5265636f

function refuseNewer(found: number, known: number, location: string): void {
  if (found <= known) return
  throw new MemoryError(
    'newer_schema',
    `${location} was written by a newer Recollect (schema ${found}, this build knows ${known})`,
    'update Recollect; nothing was changed',
  )
}

function failed(migration: Migration, applied: number, location: string, cause: unknown): MemoryError {
  // The name of a table that a fresh database has already.
  if (applied === 0 && sqlState(cause) === '42P07') {
    return new MemoryError(
      'conflict',
      `${location} has tables of another program; nothing was changed`,
      'give Recollect a database of its own: createdb --encoding UTF8 --template template0 --owner OWNER NAME',
      { cause },
    )
  }
  return new MemoryError(
    'store_failed',
    `migration ${migration.id} (${migration.name}) of ${location} failed; nothing was changed`,
    'the version before keeps working; RECOLLECT_DEBUG=1 shows why, please report it',
    { cause },
  )
}
