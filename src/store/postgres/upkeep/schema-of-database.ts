import { readAddress } from '../connection/address.js'
import { connect } from '../connection/connection.js'
import { translate } from '../connection/postgres-errors.js'
import { schemaVersion } from '../migrate.js'

/** The schema of a database, which stays as it is; undefined where it is no store. */
export async function schemaOfDatabase(url: string): Promise<number | undefined> {
  const address = readAddress(url)
  try {
    const connection = await connect({ address })
    try {
      return (await schemaVersion(connection)) || undefined
    } finally {
      await connection.end()
    }
  } catch (error) {
    throw translate(error, address.location)
  }
}
