import type { ColumnTypes } from './migration.js'

/** Work that waits, taken by one process at a time. */
export function jobs(_types: ColumnTypes): string[] {
  return []
}
