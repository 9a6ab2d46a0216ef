import type { ColumnTypes } from './migration.js'

/**
 * The index of words on PostgreSQL; SQLite has FTS5. A B-tree that begins with the bank: behind row-level security a GIN
 * index was measured to degrade to a filter. `tf`: how often the token stands in the text.
 */
export function postings({ engine, integer, text }: ColumnTypes): string[] {
  if (engine !== 'postgres') return []
  return [
    `create table posting (
      bank ${text} not null,
      token ${text} not null,
      rid ${integer} not null,
      tf ${integer} not null,
      primary key (bank, token, rid)
    )`,
    `insert into posting (bank, token, rid, tf)
      select bank, token, rid, count(*) from (
        select bank, rid, string_to_table(lower(words || ' ' || parts), ' ') as token from item_terms
      ) as indexed
      where token <> '' group by bank, token, rid order by bank, token, rid`,
  ]
}
