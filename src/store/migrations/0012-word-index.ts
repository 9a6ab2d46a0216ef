import type { ColumnTypes } from './migration.js'

/**
 * The index of words, the same on both engines (docs/decisions/0025-the-word-index.md), instead of FTS5 on SQLite and a
 * row a posting on PostgreSQL. What is indexed already comes into its tail without content: the store's first opening
 * folds it from the terms.
 */
export function wordIndex({ engine, integer, text, blob, rowNumber, tableEnd }: ColumnTypes): string[] {
  const key = (columns: string) => (engine === 'postgres' ? `, primary key (bank, ${columns})` : '')
  return [
    engine === 'sqlite' ? 'drop table item_fts' : 'drop table posting',
    // `state`: 0 while it is being made, 1 in use, 2 on its way out. `stamp`: another one whenever its texts change.
    `create table posting_segment (
      bank ${text} not null,
      segment ${integer} not null,
      stamp ${integer} not null,
      state ${integer} not null,
      texts ${integer} not null,
      gone ${integer} not null,
      first_rid ${integer} not null,
      last_rid ${integer} not null,
      primary key (bank, segment)
    ) ${tableEnd}`,
    // Lists of one or more tokens, by the first; below 0 the table of the segment's texts. On SQLite in rows whose number
    // only grows, as all that says something of a text: those of an index are moved, and leave copies behind.
    `create table posting (
      ${engine === 'sqlite' ? `rid ${rowNumber},` : ''}
      bank ${text} not null,
      segment ${integer} not null,
      token ${integer} not null,
      content ${blob} not null
      ${key('segment, token')}
    ) ${tableEnd}`,
    ...(engine === 'sqlite'
      ? ['create unique index posting_by_token on posting (bank, segment, token)']
      : []),
    // Texts that are in no segment yet.
    `create table posting_tail (
      rid ${engine === 'sqlite' ? 'integer primary key' : `${integer} not null`},
      bank ${text} not null,
      length ${integer} not null,
      content ${blob}
      ${key('rid')}
    ) ${tableEnd}`,
    ...(engine === 'sqlite' ? ['create index posting_tail_by_bank on posting_tail (bank)'] : []),
    // Who merges segments of a bank, and until when nobody else does.
    `create table posting_merge (bank ${text} primary key, claimant ${integer} not null, until ${integer} not null) ${tableEnd}`,
    'insert into posting_tail (rid, bank, length, content) select rid, bank, length, null from item_terms',
  ]
}
