import type { ColumnTypes, Migration } from './migration.js'

/**
 * Records (docs/records.md), what models were used for, and the log of automatic extraction. A record's words stand in
 * its item's text and, its file's name, in append-only rows; what changes stands in rows without text.
 */
export const createRecord: Migration = {
  id: 6,
  name: 'create-record',
  ddl: (types) => [...records(types), ...models(types), ...extractions(types)],
}

function records({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `edited`: 1 where an explicit call changed what extraction had written, which extraction then leaves alone.
    // `name_chars`, `description_chars`: where name and description end in the item's text. `active_at`: the later of
    // its last change and its last recall. `file_hash`, `file_stamp`: of its file, where files are kept
    // (src/user/records/file-rows.ts).
    `create table record (
      bank ${text} not null,
      item_rid ${integer} not null,
      item_id ${text} not null,
      type ${text} not null,
      provenance ${text} not null,
      edited ${integer} not null default 0,
      name_key ${blob} not null,
      file_key ${blob} not null,
      name_chars ${integer} not null,
      description_chars ${integer} not null,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      active_at ${integer} not null,
      revision ${integer} not null,
      file_hash ${blob},
      file_stamp ${text},
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create unique index record_by_name on record (bank, name_key)`,
    `create unique index record_by_file on record (bank, file_key)`,
    `create index record_by_activity on record (bank, active_at, item_id)`,
    // The file name of each record, without a folder: `weekly-report.md`.
    `create table record_file (
      rid ${rowNumber}, bank ${text} not null, item_rid ${integer} not null, file ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index record_file_by_item on record_file (bank, item_rid)`,
    // By which else a record would be known again: keyed hashes of what it said before.
    `create table record_past (
      bank ${text} not null, item_rid ${integer} not null, identity ${blob} not null,
      primary key (bank, item_rid, identity)
    ) ${tableEnd}`,
    // Files of records that are forgotten already, until the files are gone too. `file_hash` as in record.
    `create table record_doomed (
      rid ${rowNumber}, bank ${text} not null, file ${text} not null, item_id ${text} not null, file_hash ${blob} ${key}
    ) ${tableEnd}`,
    `create index record_doomed_by_bank on record_doomed (bank, rid)`,
  ]
}

/**
 * `day`: days since 1970-01-01 UTC. `refused`: calls that the ceiling did not let through. `estimated`: calls whose
 * tokens no server told.
 */
function models({ integer, text, tableEnd }: ColumnTypes): string[] {
  return [
    `create table model_use (
      bank ${text} not null,
      day ${integer} not null,
      role ${text} not null,
      model ${text} not null,
      calls ${integer} not null,
      failures ${integer} not null,
      refused ${integer} not null,
      estimated ${integer} not null,
      input_tokens ${integer} not null,
      output_tokens ${integer} not null,
      primary key (bank, day, role, model)
    ) ${tableEnd}`,
  ]
}

/** Codes, numbers and ids: no words of what was read. */
function extractions({ integer, text, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    `create table extraction (
      rid ${rowNumber},
      bank ${text} not null,
      id ${text} not null,
      at ${integer} not null,
      actor ${text} not null,
      extractor ${text} not null,
      outcome ${text} not null,
      reason ${text},
      pairs ${integer} not null,
      cues ${text} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index extraction_by_id on extraction (bank, id)`,
    `create index extraction_by_time on extraction (bank, at)`,
    `create table extraction_step (
      rid ${rowNumber},
      bank ${text} not null,
      extraction_rid ${integer} not null,
      seq ${integer} not null,
      outcome ${text} not null,
      type ${text},
      salience ${integer},
      similarity ${integer},
      item_id ${text}
      ${key}
    ) ${tableEnd}`,
    `create unique index extraction_step_by_place on extraction_step (bank, extraction_rid, seq)`,
  ]
}
