import type { Settled } from './settle-options.js'
import { openSqlite } from './store/sqlite/sqlite-store.js'
import type { Store } from './store/store.js'

/** Opens the file, or the database, and makes it when there is none. */
export async function openStore(options: Settled): Promise<Store> {
  const { place, env, durability, busyTimeoutMs, replicas, poolSize, statementTimeoutMs } = options
  const patience = busyTimeoutMs === undefined ? {} : { busyTimeoutMs }
  if (place.engine === 'postgres') {
    // Loaded only where it is used: most programs keep a file.
    const { openPostgres } = await import('./store/postgres/postgres-store.js')
    return openPostgres({
      url: place.url,
      env,
      ...patience,
      ...(replicas === undefined ? {} : { replicas }),
      ...(poolSize === undefined ? {} : { poolSize }),
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    })
  }
  return openSqlite({
    file: place.file,
    env,
    ...(durability === undefined ? {} : { durability }),
    ...patience,
  })
}
