import type { PostgresType } from 'postgres'
import type { Value } from '../../sql.js'

const unlikeSqlite = {
  numeric: refused(1700, [1700], 'numeric', 'cast(sum(x) as bigint) or cast(x as double precision)'),
  time: refused(1184, [1082, 1083, 1114, 1184, 1186, 1266], 'date or time', 'integer milliseconds'),
}

/**
 * How values travel, so that a row looks the same as on SQLite: integers are numbers, flags 0 and 1, JSON is
 * text, blobs are bytes. What SQLite has no like of is refused, with the cast to write instead.
 */
export const wireTypes: Record<string, PostgresType> = {
  integer: { to: 20, from: [20], serialize: String, parse: parseInteger },
  flag: {
    to: 16,
    from: [16],
    serialize: (value) => (Number(value) === 1 ? 't' : 'f'),
    parse: (text) => (text === 't' ? 1 : 0),
  },
  json: { to: 114, from: [114, 3802], serialize: String, parse: (text) => text },
  ...unlikeSqlite,
}

/** A value as the server reads it whatever its type; bytes are sent with theirs. */
export function written(value: Value): string | null {
  return value === null ? null : String(value)
}

/** Refuses a statement that takes a value as what SQLite does not have: of a known type the client would do it. */
export function refuseUnlike(types: readonly number[]): void {
  const found = Object.values(unlikeSqlite).find(({ from }) =>
    types.some((type) => (from as number[]).includes(type)),
  )
  if (found !== undefined) found.serialize(undefined)
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`cannot read ${text} as a number: integers stop being exact at 2^53`)
  }
  return value
}

function refused(to: number, from: number[], name: string, instead: string): PostgresType {
  const refuse = () => {
    throw new TypeError(`a statement holds a ${name}, which SQLite does not have: write ${instead}`)
  }
  return { to, from, serialize: refuse, parse: refuse }
}
