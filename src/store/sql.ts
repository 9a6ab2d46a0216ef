import { MemoryError } from '../errors.js'
import { hex } from '../text/hex.js'

/** What may be bound to a statement. Flags are 0 and 1, times integer milliseconds. */
export type Value = string | number | null | Uint8Array

export type Engine = 'sqlite' | 'postgres'

/** A piece of SQL with its bound values; made only by {@link sql}. Pieces nest. */
export interface Sql {
  readonly kind: 'sql'
  readonly strings: TemplateStringsArray
  readonly holes: readonly Hole[]
}

/** One of the few places where the engines differ; made by {@link alt}. */
export interface Alternative {
  readonly kind: 'alt'
  readonly sqlite: Sql
  readonly postgres: Sql
}

type Hole = Value | Sql | Alternative

/**
 * SQL with bound values. Text of a caller can only become a value, never syntax.
 *
 * @example
 * const query = sql`select id from item where bank = ${'u/ann/main'}`
 */
export function sql(strings: TemplateStringsArray, ...holes: readonly Hole[]): Sql {
  return { kind: 'sql', strings, holes }
}

/** Picks the form for the engine at hand. */
export function alt(sqlite: Sql, postgres: Sql): Alternative {
  return { kind: 'alt', sqlite, postgres }
}

export function isPiece(hole: Hole): hole is Sql | Alternative {
  return typeof hole === 'object' && hole !== null && !(hole instanceof Uint8Array)
}

/** PostgreSQL cannot hold U+0000, so neither engine takes it; the edge replaces it before (`wellFormed`). */
export function refuseNul(text: string): void {
  if (text.includes('\0'))
    throw new MemoryError(
      'invalid_input',
      'text with the character U+0000 cannot be stored',
      'leave the character out: no program shows it',
    )
}

/**
 * A list bound as one JSON parameter, for `in`: any length is one prepared statement. On PostgreSQL an array, of which the
 * planner knows that it is looked up in an index: a list to be joined with made it read whole banks.
 */
export function inText(values: readonly string[]): Sql {
  // JSON would escape it, and only one engine would notice.
  for (const value of values) refuseNul(value)
  return inList(values, sql`value`, sql`value`)
}

/** As {@link inText}, for integers. */
export function inInt(values: readonly number[]): Sql {
  return inList(values, sql`value`, sql`cast(value as bigint)`)
}

/** As {@link inText}, for bytes. */
export function inBytes(values: readonly Uint8Array[]): Sql {
  return inList(values.map(hex), sql`unhex(value)`, sql`decode(value, 'hex')`)
}

function inList(values: readonly (string | number)[], onSqlite: Sql, onPostgres: Sql): Sql {
  const list = JSON.stringify(values)
  return sql`${alt(
    sql`in (select ${onSqlite} from json_each(${list}))`,
    sql`= any (array(select ${onPostgres} from json_array_elements_text(cast(cast(${list} as text) as json)) as t(value)))`,
  )}`
}

/**
 * Integers as a table with the column `value`, to be joined from with `cross join`, which SQLite takes in the order in
 * which it stands: `in`, or another join, leaves it to the engine where it begins, and SQLite may walk a bank instead.
 * PostgreSQL does so for a list of which it expects more than the few that it expects of an array.
 */
export function listInt(values: readonly number[]): Sql {
  const list = JSON.stringify(values)
  return sql`(select ${alt(
    sql`value from json_each(${list})`,
    sql`value from unnest(array(select cast(value as bigint)
      from json_array_elements_text(cast(cast(${list} as text) as json)) as t(value))) as u(value)`,
  )})`
}
