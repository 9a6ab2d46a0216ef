import type { ColumnTypes } from './migration.js'

/** The index of words on PostgreSQL; SQLite has FTS5. */
export function postings(_types: ColumnTypes): string[] {
  return []
}
