import { type Sql, sql } from '../../store/sql.js'
import { all } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Table } from './catalogue.js'
import type { Row } from './row.js'

/** Where a bank's row numbers stand, and by how much they are larger at the other end. */
export interface Shift {
  readonly low: number
  readonly high: number
  readonly by: number
}

export type Shifts = ReadonlyMap<string, Shift>

/** Numbers as they are: where each bank may have its own, and where all were counted together already. */
export const unshifted: Shifts = new Map()

/**
 * On PostgreSQL each bank counts its own rows, on SQLite a table counts those of all: there each bank gets a stretch of its
 * own. One that has grown since is put behind all others, and a bank that still fits stays where it is.
 */
export function layOut(
  ranges: ReadonlyMap<string, { readonly low: number; readonly high: number }>,
  before: Shifts,
): Shifts {
  const shifts = new Map<string, Shift>()
  let last = 0
  for (const { high, by } of before.values()) last = Math.max(last, high + by)
  for (const [bank, { low, high }] of ranges) {
    const had = before.get(bank)
    if (had !== undefined && had.low <= low && high <= had.high) {
      shifts.set(bank, had)
      continue
    }
    const by = last + 1 - low
    shifts.set(bank, { low, high, by })
    last = high + by
  }
  return shifts
}

/** The last number that is taken. */
export function lastOf(shifts: Shifts): number {
  let last = 0
  for (const { high, by } of shifts.values()) last = Math.max(last, high + by)
  return last
}

/** A row as it stands at the other end, or with -1 as it stood at this one. */
export function shifted(table: Table, row: Row, shifts: Shifts, direction: 1 | -1): Row {
  const shift = table.hasBank ? shifts.get(String(row['bank'])) : undefined
  if (shift === undefined || shift.by === 0) return row
  const moved: Record<string, Row[string]> = { ...row }
  for (const { name, isRow } of table.columns) {
    const value = row[name]
    // 0 and what is below it number no row.
    if (isRow && typeof value === 'number' && value > 0) moved[name] = value + shift.by * direction
  }
  return moved
}

/** The stretch of row numbers that each bank uses, also for rows that are gone. */
export async function rangesOf(
  store: Store,
  tables: readonly Table[],
): Promise<Map<string, { low: number; high: number }>> {
  const ranges = new Map<string, { low: number; high: number }>()
  for (const table of tables) {
    const rows = table.columns.filter(({ isRow }) => isRow)
    if (!table.hasBank || rows.length === 0) continue
    for (const { bank, low, high } of await store.query(all<Range>(rangeOf(table, rows)))) {
      if (low === null || high === null) continue
      const so = ranges.get(bank)
      ranges.set(bank, { low: Math.min(low, so?.low ?? low), high: Math.max(high, so?.high ?? high) })
    }
  }
  return ranges
}

interface Range {
  readonly bank: string
  readonly low: number | null
  readonly high: number | null
}

/** The texts are names of the catalogue. */
function rangeOf({ name }: Table, columns: Table['columns']): Sql {
  const each = columns.map((column) => `select bank, "${column.name}" as number from "${name}"`)
  const text = `select bank, min(number) as low, max(number) as high from (${each.join(' union all ')}) as numbers
    where number > 0 group by bank`
  return sql(Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray)
}
