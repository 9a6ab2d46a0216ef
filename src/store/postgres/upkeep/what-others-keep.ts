import { sql } from '../../sql.js'
import { get } from '../../statement.js'
import type { Connection } from '../connection/connection.js'

/** Where bytes of what was erased can still be once the tables are rewritten, a sentence each, for a person. */
export async function whatOthersKeep(session: Connection): Promise<string[]> {
  const server = (await session.run(
    get<Server>(sql`
      select current_setting('archive_mode') as archive_mode,
        current_setting('max_wal_size') as max_wal_size,
        (select count(*) from pg_replication_slots) as slots,
        (select count(*) from pg_stat_replication) as standbys`),
  )) as Server
  return [
    'the write-ahead log keeps it until the server has written over its old segments, which takes up to ' +
      `max_wal_size (${server.max_wal_size}) of further writes` +
      (server.slots > 0 ? `, and as long as ${server.slots} replication slots hold it back` : ''),
    ...(server.archive_mode === 'off'
      ? []
      : ['archives of the write-ahead log keep it until they are deleted']),
    ...(server.standbys > 0
      ? [`${server.standbys} standbys follow; each has a write-ahead log of its own`]
      : []),
    'backups, dumps and snapshots of the disk that were made before keep it until they are deleted',
  ]
}

interface Server {
  readonly archive_mode: string
  readonly max_wal_size: string
  readonly slots: number
  readonly standbys: number
}
