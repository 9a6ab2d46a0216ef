import type { ColumnTypes, Migration } from './migration.js'

/**
 * The recall log: what was asked, what came of it, and which hits were used. A question stands in append-only rows
 * alone, as every text does; what may come later, the use of a hit, has a table of its own (docs/why-found.md).
 */
export const createRecall: Migration = {
  id: 4,
  name: 'create-recall',
  ddl: ({ integer, text, rowNumber, tableEnd, engine }: ColumnTypes) => {
    const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
    return [
      `create table recall (
        rid ${rowNumber},
        bank ${text} not null,
        id ${text} not null,
        seq ${integer} not null,
        at ${integer} not null,
        actor ${text} not null,
        question ${text} not null,
        tokens ${text},
        version ${integer} not null,
        options ${text} not null,
        ranked ${integer} not null,
        missing ${text} not null,
        items ${text} not null,
        hits ${text} not null
        ${key}
      ) ${tableEnd}`,
      `create unique index recall_by_id on recall (bank, id)`,
      `create index recall_by_time on recall (bank, at)`,
      `create index recall_by_seq on recall (bank, seq)`,
      `create table recall_use (
        rid ${rowNumber},
        bank ${text} not null,
        recall_rid ${integer} not null,
        item_id ${text} not null,
        at ${integer} not null
        ${key}
      ) ${tableEnd}`,
      `create unique index recall_use_by_item on recall_use (bank, recall_rid, item_id)`,
    ]
  },
}
