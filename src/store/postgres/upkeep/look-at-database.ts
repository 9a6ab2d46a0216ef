import { createCompiler } from '../../compile.js'
import { readAddress } from '../connection/address.js'
import { type Connection, connect } from '../connection/connection.js'
import { translate } from '../connection/postgres-errors.js'
import { schemaVersion } from '../migrate.js'

/** The schema of a database, which stays as it is; undefined where it is no store. */
export async function schemaOfDatabase(url: string): Promise<number | undefined> {
  const address = readAddress(url)
  try {
    const connection = await session(url)
    try {
      return (await schemaVersion(connection)) || undefined
    } finally {
      await connection.end()
    }
  } catch (error) {
    throw translate(error, address.location)
  }
}

/**
 * Keeps all others from writing to these tables until they are let go; they may read. Throws `store_busy` where one goes
 * on writing.
 */
export async function holdDatabaseStill(
  url: string,
  tables: readonly string[],
  timeoutMs: number,
): Promise<() => Promise<void>> {
  const { location } = readAddress(url)
  try {
    const connection = await session(url)
    try {
      await connection.exec(
        `begin read write; set local lock_timeout = ${timeoutMs}; set local idle_in_transaction_session_timeout = 0;
        lock table ${tables.map((name) => `"${name}"`).join(', ')} in share mode`,
      )
    } catch (error) {
      await connection.end()
      throw error
    }
    return () => connection.end()
  } catch (error) {
    throw translate(error, location)
  }
}

function session(url: string): Promise<Connection> {
  const compile = createCompiler('postgres', (text) => text)
  return connect({ address: readAddress(url), connectTimeoutMs: CONNECT_MS, compile })
}

const CONNECT_MS = 5_000
