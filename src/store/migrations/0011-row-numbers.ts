import type { ColumnTypes } from './migration.js'

/** Row numbers on PostgreSQL: counted in each bank, so that no sequence is shared. */
export function rowNumbers(_types: ColumnTypes): string[] {
  return []
}
