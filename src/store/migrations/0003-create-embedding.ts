import type { ColumnTypes, Migration } from './migration.js'

/**
 * Vectors of texts, one row a passage, and which model a bank's vectors come from (docs/schema.md). A text without a
 * row has yet to be embedded. Vectors stand in append-only rows, as texts do: a deletion leaves no copy behind.
 */
export const createEmbedding: Migration = {
  id: 3,
  name: 'create-embedding',
  ddl: ({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes) => [
    // A row of no vector says in `problem` why: a code, never text. Every text that was looked at has a part 0.
    `create table embedding (
      rid ${rowNumber},
      bank ${text} not null,
      text_rid ${integer} not null,
      item_rid ${integer} not null,
      part ${integer} not null,
      vector ${blob},
      problem ${text}
      ${engine === 'postgres' ? ', primary key (bank, rid)' : ''}
    ) ${tableEnd}`,
    `create unique index embedding_by_text on embedding (bank, text_rid, part)`,
    // SQLite keeps the row number at the end of every entry: within a bank they stand in its order.
    ...(engine === 'sqlite' ? ['create index embedding_by_bank on embedding (bank)'] : []),
    `create index embedding_by_problem on embedding (bank, text_rid) where problem is not null`,
    // `model` is empty while vectors of the one before are being removed, and `next_model` the one to come: in
    // between no vector of the bank is compared with anything.
    `create table embedding_bank (
      bank ${text} primary key,
      model ${text} not null,
      next_model ${text},
      dimensions ${integer} not null,
      indexed ${integer} not null,
      failed ${integer} not null,
      skipped ${integer} not null,
      vectors ${integer} not null
    ) ${tableEnd}`,
  ],
}
