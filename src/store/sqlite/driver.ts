import BetterSqlite3 from 'better-sqlite3'
import type { Value } from '../sql.js'

/** The few things that the store needs of a SQLite library, so that another one can stand behind it. */
export interface Driver {
  readonly version: string
  readonly isInTransaction: boolean
  prepare(text: string): DriverStatement
  exec(text: string): void
  /** The first column of the first row that the pragma answers. */
  pragma(text: string): unknown
  close(): void
}

export interface DriverStatement {
  /** Changes nothing in the file. */
  readonly isReadOnly: boolean
  all(values: readonly Value[]): unknown[]
  get(values: readonly Value[]): unknown
  /** Changed rows. */
  run(values: readonly Value[]): number
  /** The first column of all rows. */
  column(values: readonly Value[]): unknown[]
}

/** Opens a file with better-sqlite3. A lock that is taken fails at once: waiting is the caller's, asynchronously. */
export function openDriver(file: string): Driver {
  const db = new BetterSqlite3(file, { timeout: 0 })
  return {
    version: String(db.prepare('select sqlite_version()').pluck().get()),
    get isInTransaction() {
      return db.inTransaction
    },
    prepare: (text) => wrap(db, text),
    exec: (text) => void db.exec(text),
    pragma: (text) => db.pragma(text, { simple: true }),
    close: () => void db.close(),
  }
}

function wrap(db: BetterSqlite3.Database, text: string): DriverStatement {
  const statement = db.prepare(text)
  const names = statement.reader
    ? statement
        .raw()
        .columns()
        .map(({ name }) => name)
    : []
  // A statement has one result shape at a time in this library, so the first column gets its own.
  let firstColumn: BetterSqlite3.Statement | undefined
  return {
    isReadOnly: statement.readonly,
    all: (values) => statement.all(...values).map((row) => named(names, row as unknown[])),
    get: (values) => {
      const row = statement.get(...values)
      return row === undefined ? undefined : named(names, row as unknown[])
    },
    run: (values) => (statement.reader ? statement.all(...values).length : statement.run(...values).changes),
    column: (values) => {
      firstColumn ??= db.prepare(text).pluck()
      return firstColumn.all(...values)
    },
  }
}

/** The library's own way to make rows into objects takes more than twice the time. */
export function named(names: readonly string[], row: readonly unknown[]): unknown {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i++) object[names[i] as string] = row[i]
  return object
}
