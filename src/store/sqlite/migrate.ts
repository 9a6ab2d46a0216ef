import { MemoryError } from '../../errors.js'
import { type Migration, sqliteTypes } from '../migrations/migration.js'
import type { Driver } from './driver.js'
import { APPLICATION_ID } from './settings.js'

/** Throws for a file of another program, and for one that a newer Recollect has written. Changes nothing. */
export function refuseUnusable(driver: Driver, file: string, migrations: readonly Migration[]): void {
  refuseForeign(driver, file)
  const known = migrations.at(-1)?.id ?? 0
  if (version(driver) <= known) return
  throw new MemoryError(
    'newer_schema',
    `${file} was written by a newer Recollect (schema ${version(driver)}, this build knows ${known})`,
    'update Recollect; nothing was changed',
  )
}

/**
 * Brings a file to the newest schema, each step in one transaction with its record (`user_version`). Throws
 * SQLite's busy error when another process migrates: try again.
 */
export function migrate(driver: Driver, file: string, migrations: readonly Migration[]): void {
  for (const migration of migrations) {
    if (version(driver) >= migration.id) continue
    driver.exec('begin immediate')
    try {
      // Another process may have been faster between the look and the lock.
      if (version(driver) < migration.id) {
        for (const statement of migration.ddl(sqliteTypes)) driver.exec(statement)
        driver.pragma(`application_id = ${APPLICATION_ID}`)
        driver.pragma(`user_version = ${migration.id}`)
      }
      driver.exec('commit')
    } catch (error) {
      if (driver.isInTransaction) driver.exec('rollback')
      throw new MemoryError(
        'store_failed',
        `migration ${migration.id} (${migration.name}) of ${file} failed; the file is unchanged`,
        'the version before keeps working; RECOLLECT_DEBUG=1 shows why, please report it',
        { cause: error },
      )
    }
  }
}

function version(driver: Driver): number {
  return Number(driver.pragma('user_version'))
}

function refuseForeign(driver: Driver, file: string): void {
  const id = driver.pragma('application_id')
  if (id === APPLICATION_ID) return
  const tables = driver.prepare('select count(*) as n from sqlite_schema').get([]) as { n: number }
  if (id === 0 && tables.n === 0) return
  throw new MemoryError(
    'invalid_input',
    `${file} is a SQLite file of another program`,
    'give Recollect a path of its own (RECOLLECT_HOME)',
  )
}
