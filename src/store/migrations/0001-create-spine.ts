import type { ColumnTypes, Migration } from './migration.js'

/**
 * The spine (docs/schema.md). Texts live in `item_text` and `item_terms` alone: rows of tables whose key only
 * grows are never moved between pages, so that a deletion leaves no copy behind (docs/forgetting.md).
 */
export const createSpine: Migration = {
  id: 1,
  name: 'create-spine',
  ddl: (types) => [...shared(types), ...(types.engine === 'sqlite' ? sqliteOnly : [])],
}

function shared({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  // On PostgreSQL the bank is the distribution key of every table, so it leads every primary key.
  const key = (columns: string) => (engine === 'postgres' ? `, primary key (bank, ${columns})` : '')
  return [
    `create table store_meta (name ${text} primary key, value ${blob} not null) ${tableEnd}`,
    `create table bank (
      bank ${text} primary key,
      kind ${text} not null,
      owner ${text} not null,
      created_at ${integer} not null,
      generation ${integer} not null,
      items ${integer} not null,
      words ${integer} not null
    ) ${tableEnd}`,
    `create table item (
      rid ${rowNumber},
      bank ${text} not null,
      id ${text} not null,
      kind ${text} not null,
      origin ${text} not null,
      trust ${text} not null,
      identity ${blob} not null,
      text_rid ${integer} not null,
      occurred_at ${integer},
      recorded_at ${integer} not null,
      last_used_at ${integer},
      use_count ${integer} not null
      ${key('id')}
    ) ${tableEnd}`,
    ...(engine === 'sqlite' ? ['create unique index item_by_id on item (bank, id)'] : []),
    `create unique index item_by_identity on item (bank, identity)`,
    `create index item_by_time on item (bank, occurred_at)`,
    ...(engine === 'postgres' ? ['create unique index item_by_rid on item (bank, rid)'] : []),
    `create table item_text (
      rid ${rowNumber}, bank ${text} not null, item_id ${text} not null, body ${text} not null ${key('rid')}
    ) ${tableEnd}`,
    `create table item_terms (
      rid ${engine === 'sqlite' ? 'integer primary key' : `${integer} not null`},
      bank ${text} not null,
      item_rid ${integer} not null,
      version ${integer} not null,
      length ${integer} not null,
      words ${text} not null,
      parts ${text} not null
      ${key('rid')}
    ) ${tableEnd}`,
    `create table session (
      rid ${rowNumber},
      bank ${text} not null,
      id ${text} not null,
      name_key ${blob} not null,
      name ${text} not null,
      channel ${text},
      created_at ${integer} not null
      ${key('id')}
    ) ${tableEnd}`,
    ...(engine === 'sqlite' ? ['create unique index session_by_id on session (bank, id)'] : []),
    `create unique index session_by_name on session (bank, name_key)`,
    `create table turn (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer},
      session_rid ${integer} not null,
      seq ${integer} not null,
      role ${text} not null,
      speaker ${text}
      ${key('rid')}
    ) ${tableEnd}`,
    `create unique index turn_by_item on turn (bank, item_rid)`,
    `create unique index turn_by_seq on turn (bank, session_rid, seq)`,
    `create table lineage (
      bank ${text} not null, item_id ${text} not null, source_id ${text} not null, role ${text} not null,
      primary key (bank, item_id, source_id, role)
    ) ${tableEnd}`,
    `create index lineage_by_source on lineage (bank, source_id, item_id, role)`,
    `create table tombstone (
      bank ${text} not null, identity ${blob} not null, forgotten_at ${integer} not null,
      primary key (bank, identity)
    ) ${tableEnd}`,
    `create table audit (
      bank ${text} not null,
      seq ${integer} not null,
      at ${integer} not null,
      actor ${text} not null,
      operation ${text} not null,
      capability ${text} not null,
      outcome ${text} not null,
      ids ${text} not null,
      counts ${text} not null,
      hash ${blob} not null,
      primary key (bank, seq)
    ) ${tableEnd}`,
    `create table audit_read (
      rid ${rowNumber},
      bank ${text} not null,
      at ${integer} not null,
      actor ${text} not null,
      operation ${text} not null,
      counts ${text} not null
      ${key('rid')}
    ) ${tableEnd}`,
    `create index audit_read_by_time on audit_read (bank, at)`,
    // For people with a SQL tool: stable names, no full-text table (docs/schema.md).
    `create view memory_items as
      select i.bank, i.id, i.kind, x.body as text, i.origin, i.trust, i.occurred_at, i.recorded_at,
        s.name as session, s.channel, t.seq, t.role, t.speaker
      from item i
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      left join turn t on t.bank = i.bank and t.item_rid = i.rid
      left join session s on s.bank = t.bank and s.rid = t.session_rid`,
  ]
}

// The tokenizer only splits at spaces: every other character that `segment` lets through belongs to a token.
const sqliteOnly = [
  `create virtual table item_fts using fts5(
    bank, words, parts,
    content='item_terms', content_rowid='rid', columnsize=0,
    tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_{|}~'"
  )`,
  `insert into item_fts (item_fts, rank) values ('secure-delete', 1)`,
]
