import type { ColumnTypes, Migration } from './migration.js'

/**
 * Tags of thoughts, and thoughts in the order of their time. What a tag says stands in append-only rows alone; the
 * index finds it by a keyed hash (docs/schema.md).
 */
export const createThoughtTag: Migration = {
  id: 2,
  name: 'create-thought-tag',
  ddl: ({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes) => [
    // `at` is the time of the thought, which never changes: here it puts the notes of a tag in order.
    `create table thought_tag (
      rid ${rowNumber},
      bank ${text} not null,
      item_id ${text} not null,
      at ${integer} not null,
      tag_key ${blob} not null,
      tag ${text} not null
      ${engine === 'postgres' ? ', primary key (bank, rid)' : ''}
    ) ${tableEnd}`,
    `create unique index thought_tag_by_item on thought_tag (bank, item_id, tag_key)`,
    `create index thought_tag_by_key on thought_tag (bank, tag_key, at, item_id)`,
    // Only thoughts have a row in it: turns, of which there are most, cost nothing more.
    `create index thought_by_time on item (bank, coalesce(occurred_at, recorded_at), id) where kind = 'thought'`,
  ],
}
