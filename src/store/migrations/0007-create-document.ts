import type { ColumnTypes, Migration } from './migration.js'

/**
 * Documents (docs/knowledge.md). What a document says stands in the texts of its sections, which versions share where
 * they say the same; titles, headings, sources and notes in append-only rows; what changes in rows without text.
 */
export const createDocument: Migration = {
  id: 7,
  name: 'create-document',
  ddl: (types) => [...documents(types), ...versions(types), ...sections(types), ...sets(types)],
}

function documents({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `status`: of the latest version. `published`: number of the version that answers now, null where none does.
    // `source_key`: keyed hash of what it was imported as; null where it came without a name.
    // `place_key`: keyed hash of where its file lies; null where nobody said it.
    // `writing_at`: since when a large version is being written, or indexed, in more than one transaction; null otherwise.
    `create table document (
      bank ${text} not null,
      item_rid ${integer} not null,
      item_id ${text} not null,
      status ${text} not null,
      source_key ${blob},
      place_key ${blob},
      latest ${integer} not null,
      published ${integer},
      keep_published ${integer} not null,
      revision ${integer} not null,
      writing_at ${integer},
      created_at ${integer} not null,
      updated_at ${integer} not null,
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create unique index document_by_source on document (bank, source_key)`,
    `create unique index document_by_place on document (bank, place_key)`,
    `create unique index document_by_id on document (bank, item_id)`,
    `create index document_by_writing on document (bank, writing_at)`,
    // Where a document was imported from: a path inside what was imported.
    `create table document_source (
      rid ${rowNumber}, bank ${text} not null, item_rid ${integer} not null, source ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index document_source_by_item on document_source (bank, item_rid)`,
    // Who did what when: imported, edited, published, rejected, withdrawn, moved.
    `create table document_event (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      at ${integer} not null,
      actor ${text} not null,
      event ${text} not null,
      version ${integer} not null,
      note ${text}
      ${key}
    ) ${tableEnd}`,
    `create index document_event_by_document on document_event (bank, item_rid, rid)`,
  ]
}

function versions({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `content_hash`: keyed, of the whole text. Sizes are of the text as UTF-8, in UTF-16 units, in lines, estimated tokens.
    `create table document_version (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      number ${integer} not null,
      title ${text} not null,
      content_hash ${blob} not null,
      bytes ${integer} not null,
      chars ${integer} not null,
      lines ${integer} not null,
      tokens ${integer} not null,
      sections ${integer} not null,
      at ${integer} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index document_version_by_number on document_version (bank, item_rid, number)`,
    `create index document_version_by_content on document_version (bank, content_hash)`,
    // `author`: the model that wrote it; null where it is the document's own words.
    `create table document_summary (
      rid ${rowNumber}, bank ${text} not null, version_rid ${integer} not null, body ${text} not null, author ${text} ${key}
    ) ${tableEnd}`,
    `create unique index document_summary_by_version on document_summary (bank, version_rid)`,
  ]
}

function sections({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // Beside a section's item. `context_chars`: how much of the item's text is title and headings; what is behind it
    // stands so in the document.
    `create table section (
      bank ${text} not null,
      item_rid ${integer} not null,
      document_rid ${integer} not null,
      context_chars ${integer} not null,
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create index section_by_document on section (bank, document_rid, item_rid)`,
    // The outline of a version, in its order. A long section is kept in parts: all have its anchor, `part` counts from 0.
    // `level`: 1 to 6 of its heading, 0 before the first. `parent`: seq of the section that it stands under (the first part), -1
    // where it stands under none. `line`: its first, from 1. `start`: in UTF-16 units.
    `create table document_section (
      rid ${rowNumber},
      bank ${text} not null,
      version_rid ${integer} not null,
      seq ${integer} not null,
      item_rid ${integer} not null,
      part ${integer} not null,
      level ${integer} not null,
      parent ${integer} not null,
      anchor_key ${blob} not null,
      anchor ${text} not null,
      heading ${text} not null,
      line ${integer} not null,
      lines ${integer} not null,
      start ${integer} not null,
      chars ${integer} not null,
      tokens ${integer} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index document_section_by_place on document_section (bank, version_rid, seq)`,
    `create index document_section_by_anchor on document_section (bank, version_rid, anchor_key, part)`,
    `create index document_section_by_parent on document_section (bank, version_rid, parent, seq)`,
    `create index document_section_by_item on document_section (bank, item_rid)`,
  ]
}

/** Which documents a task may ask. They stand in the bank of the user's documents, also where they name the system's. */
function sets({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `everything`: 1 where all published documents that the user may see belong to it, also later ones.
    `create table task_documents (
      bank ${text} not null,
      task_key ${blob} not null,
      task_rid ${integer} not null,
      everything ${integer} not null,
      updated_at ${integer} not null,
      primary key (bank, task_key)
    ) ${tableEnd}`,
    `create table task_name (rid ${rowNumber}, bank ${text} not null, name ${text} not null ${key}) ${tableEnd}`,
    `create table attachment (
      bank ${text} not null,
      task_rid ${integer} not null,
      document_bank ${text} not null,
      document_id ${text} not null,
      at ${integer} not null,
      primary key (bank, task_rid, document_bank, document_id)
    ) ${tableEnd}`,
    `create index attachment_by_document on attachment (document_bank, document_id)`,
  ]
}
