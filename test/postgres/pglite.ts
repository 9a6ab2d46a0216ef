import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** A PostgreSQL with pgvector: 18, in this process, for one connection at a time. */
export interface VectorServer {
  readonly url: string
  /** Takes away all rows; the schema stays, which takes seconds to make. */
  empty(): Promise<void>
  stop(): Promise<void>
}

/** Takes some seconds to start: one for the tests of a file. */
export async function startVectorServer(): Promise<VectorServer> {
  const db = await PGlite.create({ extensions: { vector } })
  // One after another, all the same: who comes before the last one is quite gone would be turned away by a limit of one.
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 10 })
  const listening = new Promise<number>((resolve) => {
    server.addEventListener('listening', (event) => {
      resolve((event as CustomEvent<{ port: number }>).detail.port)
    })
  })
  await server.start()
  return {
    url: `postgres://postgres@127.0.0.1:${await listening}/postgres?sslmode=disable`,
    empty: async () => {
      await db.exec(EMPTY)
    },
    stop: async () => {
      await server.stop()
      await db.close()
    },
  }
}

const EMPTY = `do $$
  declare filled record;
  begin
    for filled in
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'
    loop
      execute format('truncate table %I cascade', filled.name);
    end loop;
  end $$`
