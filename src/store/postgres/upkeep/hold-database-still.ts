import { readAddress } from '../connection/address.js'
import { connect } from '../connection/connection.js'
import { translate } from '../connection/postgres-errors.js'
import { quoteName } from '../quote-name.js'

/**
 * Keeps all others from writing to these tables until they are let go, by calling what it answers; they may read. Throws
 * `store_busy` where one goes on writing for longer than `timeoutMs`.
 */
export async function holdDatabaseStill(
  url: string,
  tables: readonly string[],
  timeoutMs: number,
): Promise<() => Promise<void>> {
  const address = readAddress(url)
  try {
    const connection = await connect({ address })
    try {
      await connection.exec(
        `begin read write; set local lock_timeout = ${timeoutMs}; set local idle_in_transaction_session_timeout = 0;
        lock table ${tables.map(quoteName).join(', ')} in share mode`,
      )
    } catch (error) {
      await connection.end()
      throw error
    }
    return () => connection.end()
  } catch (error) {
    throw translate(error, address.location)
  }
}
