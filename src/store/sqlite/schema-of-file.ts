import { openDriver } from './driver.js'
import { APPLICATION_ID } from './settings.js'
import { translate } from './sqlite-errors.js'

/** The schema of a file, which stays as it is; undefined where it is no store. */
export function schemaOfFile(file: string): number | undefined {
  try {
    const driver = openDriver(file)
    try {
      return driver.pragma('application_id') === APPLICATION_ID
        ? Number(driver.pragma('user_version'))
        : undefined
    } finally {
      driver.close()
    }
  } catch (error) {
    throw translate(error, file)
  }
}
