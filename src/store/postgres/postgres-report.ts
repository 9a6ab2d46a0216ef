import { sql } from '../sql.js'
import { all, get } from '../statement.js'
import type { StoreReport } from '../store.js'
import type { Connection } from './connection.js'
import { schemaVersion } from './migrate.js'

/** What the server says about itself: its size, and the settings that decide whether acknowledged means kept. */
export async function report(connection: Connection, location: string): Promise<StoreReport> {
  const rows = (await connection.run(
    all<Setting>(sql`select name, setting from pg_settings where name in (
      'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'server_encoding', 'server_version',
      'max_connections') order by name`),
  )) as Setting[]
  const size = (await connection.run(get(sql`select pg_database_size(current_database()) as bytes`))) as {
    bytes: number
  }
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  return {
    location,
    version: settings.get('server_version') ?? 'unknown',
    schema: await schemaVersion(connection),
    bytes: size.bytes,
    // The write-ahead log belongs to the whole server; its size says nothing about this database.
    walBytes: 0,
    // The server checks its pages itself, when it reads them.
    problems: [],
    indexProblem: null,
    leftovers: [],
    settings: Object.fromEntries(settings),
  }
}

interface Setting {
  readonly name: string
  readonly setting: string
}
