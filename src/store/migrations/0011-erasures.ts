import type { ColumnTypes } from './migration.js'

/**
 * What was forgotten and still has bytes in the files of a PostgreSQL, bank by bank: no word of it, only since when. It goes
 * when the owner has had the tables rewritten (docs/forgetting.md#on-postgresql). On SQLite each receipt looks by itself.
 */
export function erasures({ engine, integer, text }: ColumnTypes): string[] {
  if (engine !== 'postgres') return []
  return [
    // `pass`: the rewriting that is to cover all of it; null again when more is forgotten meanwhile.
    `create table erasure (
      bank ${text} primary key,
      since ${integer} not null,
      last_at ${integer} not null,
      erasures ${integer} not null,
      pass ${text}
    )`,
    `insert into erasure (bank, since, last_at, erasures)
      select bank, min(forgotten_at), max(forgotten_at), count(*) from tombstone group by bank`,
  ]
}
