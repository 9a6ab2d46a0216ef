import { type Driver, openDriver } from '../../src/store/sqlite/driver.js'

export type SqliteCode = 'SQLITE_BUSY' | 'SQLITE_FULL' | 'SQLITE_IOERR' | 'SQLITE_CORRUPT' | 'SQLITE_NOMEM'

/** A driver that fails when a plan says so. */
export interface FaultyDriver {
  open(file: string): Driver
  /** Asked before each call to the library; a code makes the call fail instead. */
  plan: ((call: string, text: string) => SqliteCode | undefined) | undefined
  /** How many calls there were. */
  calls(): number
}

/** As better-sqlite3, whose errors carry the code of SQLite. */
class SqliteError extends Error {
  readonly code: SqliteCode
  constructor(code: SqliteCode) {
    super(`injected ${code}`)
    this.code = code
  }
}

/** SQLite itself rolls a transaction back when the disk is full or fails (lang_transaction.html §3.1). */
const rollsBack: ReadonlySet<SqliteCode> = new Set(['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_NOMEM'])

export function createFaultyDriver(): FaultyDriver {
  let count = 0
  const faulty: FaultyDriver = {
    plan: undefined,
    calls: () => count,
    open: (file) => {
      const driver = openDriver(file)
      const guard = <T>(call: string, text: string, work: () => T): T => {
        count += 1
        const code = faulty.plan?.(call, text)
        if (code === undefined) return work()
        if (rollsBack.has(code) && driver.isInTransaction) driver.exec('rollback')
        throw new SqliteError(code)
      }
      return {
        version: driver.version,
        get isInTransaction() {
          return driver.isInTransaction
        },
        prepare: (text) => {
          const statement = driver.prepare(text)
          return {
            isReadOnly: statement.isReadOnly,
            all: (values) => guard('all', text, () => statement.all(values)),
            get: (values) => guard('get', text, () => statement.get(values)),
            run: (values) => guard('run', text, () => statement.run(values)),
            column: (values) => guard('column', text, () => statement.column(values)),
          }
        },
        exec: (text) => guard('exec', text, () => driver.exec(text)),
        pragma: (text) => driver.pragma(text),
        close: () => driver.close(),
      }
    },
  }
  return faulty
}
