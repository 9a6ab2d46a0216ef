import type { Engine } from '../sql.js'

/** A step from one schema to the next: forward only, and in one transaction with its record. */
export interface Migration {
  readonly id: number
  readonly name: string
  /** The statements, in order. */
  ddl(types: ColumnTypes): readonly string[]
}

/** What the engines call the same thing. */
export interface ColumnTypes {
  readonly engine: Engine
  readonly integer: string
  readonly text: string
  readonly blob: string
  /** A row number of the store's own, never reused and never shown to a user. */
  readonly rowNumber: string
  /** Ends a CREATE TABLE. */
  readonly tableEnd: string
}

export const sqliteTypes: ColumnTypes = {
  engine: 'sqlite',
  integer: 'integer',
  text: 'text',
  blob: 'blob',
  rowNumber: 'integer primary key autoincrement',
  tableEnd: 'strict',
}

// collate "C": the same order as SQLite's bytes, whatever the cluster's locale.
export const postgresTypes: ColumnTypes = {
  engine: 'postgres',
  integer: 'bigint',
  text: 'text collate "C"',
  blob: 'bytea',
  rowNumber: 'bigint generated always as identity',
  tableEnd: '',
}
