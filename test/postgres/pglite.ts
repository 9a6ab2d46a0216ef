import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** A PostgreSQL with pgvector: 18, in this process, for one connection at a time. */
export interface VectorServer {
  readonly url: string
  /** Takes away all that is in it, the extension too. No store may be open. */
  empty(): Promise<void>
  stop(): Promise<void>
}

/** Takes some seconds to start: one for the tests of a file. */
export async function startVectorServer(): Promise<VectorServer> {
  const db = await PGlite.create({ extensions: { vector } })
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0 })
  const listening = new Promise<number>((resolve) => {
    server.addEventListener('listening', (event) => {
      resolve((event as CustomEvent<{ port: number }>).detail.port)
    })
  })
  await server.start()
  return {
    url: `postgres://postgres@127.0.0.1:${await listening}/postgres`,
    empty: async () => {
      await db.exec('drop schema public cascade; create schema public')
    },
    stop: async () => {
      await server.stop()
      await db.close()
    },
  }
}
