import type { ColumnTypes } from './migration.js'

/**
 * What a search compares of a bank's vectors, some hundreds in a row (src/search/vectors/chunk.ts), so that opening a
 * large bank need not read and code them all. Derived: each may be lost and is made again. One holds the codes of every
 * vector whose row is above `after_rid` and not above `last_rid`, and goes with the first of them that does.
 */
export function vectorCodes({ engine, integer, text, blob, rowNumber, tableEnd }: ColumnTypes): string[] {
  return [
    // On SQLite in rows whose number only grows, as vectors stand too: nothing is moved, and leaves a copy behind.
    `create table vector_codes (
      ${engine === 'sqlite' ? `rid ${rowNumber},` : ''}
      bank ${text} not null,
      last_rid ${integer} not null,
      after_rid ${integer} not null,
      rids ${blob} not null,
      item_rids ${blob} not null,
      mean ${blob} not null,
      steps ${blob} not null,
      codes ${blob} not null
      ${engine === 'postgres' ? ', primary key (bank, last_rid)' : ''}
    ) ${tableEnd}`,
    ...(engine === 'sqlite'
      ? ['create unique index vector_codes_by_last on vector_codes (bank, last_rid, after_rid)']
      : []),
  ]
}
