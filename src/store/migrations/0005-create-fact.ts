import type { ColumnTypes, Migration } from './migration.js'

/**
 * Facts and the graph of what they speak of (docs/facts.md, docs/graph.md). Readable keys, values and names stand in
 * append-only rows alone; indexes find them by keyed hashes, and what changes (status, which entity a name belongs to)
 * stands in rows without text.
 */
export const createFact: Migration = {
  id: 5,
  name: 'create-fact',
  ddl: (types) => [...items(types), ...facts(types), ...graph(types)],
}

function items({ integer, text, tableEnd }: ColumnTypes): string[] {
  return [
    // 1: its text is part of its source's, which is what the indexes hold.
    `alter table item add column quotes ${integer} not null default 0`,
    // An item that was taken over from another bank, a worker's.
    `create table item_copy (
      bank ${text} not null, item_rid ${integer} not null, from_bank ${text} not null, from_id ${text} not null,
      at ${integer} not null,
      primary key (bank, item_rid)
    ) ${tableEnd}`,
  ]
}

function facts({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // Of a fact, a relation or a decision: `item_rid` is its item's. Confidence in hundredths. `stated`: by the user in
    // person, so that it may be pinned and reach every prompt.
    `create table fact (
      bank ${text} not null,
      item_rid ${integer} not null,
      category ${text} not null,
      subject_rid ${integer},
      key_hash ${blob},
      form_hash ${blob} not null,
      status ${text} not null,
      importance ${integer} not null,
      confidence ${integer} not null,
      pinned ${integer} not null,
      stated ${integer} not null,
      valid_from ${integer} not null,
      valid_until ${integer},
      expires_at ${integer},
      confirmed_at ${integer} not null,
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create unique index fact_holder on fact (bank, key_hash) where status = 'active' and key_hash is not null`,
    `create index fact_by_key on fact (bank, key_hash, valid_from, item_rid) where key_hash is not null`,
    `create index fact_by_form on fact (bank, form_hash)`,
    `create index fact_by_status on fact (bank, status, category, item_rid)`,
    `create index fact_by_time on fact (bank, status, valid_from, item_rid)`,
    `create index fact_by_subject on fact (bank, subject_rid, status, item_rid) where subject_rid is not null`,
    `create index fact_keyed on fact (bank, subject_rid, item_rid) where key_hash is not null and status = 'active'`,
    // What may reach every prompt, by weight and by age (docs/facts.md#core-memory).
    `create index fact_by_weight on fact (bank, stated, pinned, importance, item_rid) where status = 'active'`,
    `create index fact_by_age on fact (bank, stated, item_rid) where status = 'active'`,
    `create index item_in_use on item (bank, last_used_at)
      where last_used_at is not null and kind in ('fact', 'relation', 'decision')`,
    `create index item_used_most on item (bank, use_count)
      where use_count > 0 and kind in ('fact', 'relation', 'decision')`,
    // The key without its subject, whose name may change: `location`.
    `create table fact_text (
      rid ${rowNumber}, bank ${text} not null, item_rid ${integer} not null, attribute ${text}, value ${text} ${key}
    ) ${tableEnd}`,
    `create index fact_text_by_item on fact_text (bank, item_rid)`,
    // Where in each of its sources it stands, so that it can be made again out of another. `seq` is their order.
    `create table fact_source (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      source_rid ${integer} not null,
      clause_start ${integer} not null,
      clause_end ${integer} not null,
      value_start ${integer},
      value_end ${integer},
      from_name ${integer},
      to_name ${integer}
      ${key}
    ) ${tableEnd}`,
    `create unique index fact_source_by_item on fact_source (bank, item_rid, source_rid)`,
    `create index fact_source_by_source on fact_source (bank, source_rid, item_rid)`,
    // From when to when we believed it, and for how long we then held it to be true.
    `create table fact_belief (
      rid ${rowNumber}, bank ${text} not null, item_rid ${integer} not null, since ${integer} not null, until ${integer},
      valid_until ${integer}
      ${key}
    ) ${tableEnd}`,
    `create index fact_belief_by_item on fact_belief (bank, item_rid, since)`,
    // The ledger of contradictions. No text: what the sides say stands with them.
    `create table fact_conflict (
      rid ${rowNumber},
      bank ${text} not null,
      id ${text} not null,
      at ${integer} not null,
      key_hash ${blob},
      old_rid ${integer},
      new_rid ${integer},
      resolution ${text} not null,
      reviewed_at ${integer}
      ${key}
    ) ${tableEnd}`,
    `create unique index fact_conflict_by_id on fact_conflict (bank, id)`,
    `create index fact_conflict_by_old on fact_conflict (bank, old_rid)`,
    `create index fact_conflict_by_new on fact_conflict (bank, new_rid)`,
    `create index fact_conflict_open on fact_conflict (bank, rid) where reviewed_at is null`,
    // Parts of a decision, as places in its text.
    `create table fact_part (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      role ${text} not null,
      part_start ${integer} not null,
      part_end ${integer} not null
      ${key}
    ) ${tableEnd}`,
    `create index fact_part_by_item on fact_part (bank, item_rid)`,
    // How an instruction applies; that it is one, and whether it holds, its fact says.
    `create table instruction (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      priority ${integer} not null,
      scope ${text} not null,
      scope_name ${text},
      detected ${integer} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index instruction_by_item on instruction (bank, item_rid)`,
    `create index instruction_by_priority on instruction (bank, priority, item_rid)`,
  ]
}

function graph({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `merged_rid`: the entity that has taken its names.
    `create table entity (
      rid ${rowNumber}, bank ${text} not null, id ${text} not null, type ${text}, merged_rid ${integer} ${key}
    ) ${tableEnd}`,
    `create unique index entity_by_id on entity (bank, id)`,
    `create index entity_by_type on entity (bank, type, rid) where merged_rid is null`,
    `create index entity_merged on entity (bank, merged_rid) where merged_rid is not null`,
    `create table entity_name (
      rid ${rowNumber}, bank ${text} not null, id ${text} not null, name ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index entity_name_by_id on entity_name (bank, id)`,
    // Which entity a name belongs to. `own_rid`: the one it was made for; `of_rid`: the longer name it is a part of,
    // or the part itself where that name is forgotten.
    `create table entity_alias (
      bank ${text} not null,
      name_rid ${integer} not null,
      name_key ${blob} not null,
      entity_rid ${integer} not null,
      own_rid ${integer} not null,
      of_rid ${integer},
      primary key (bank, name_rid)
    ) ${tableEnd}`,
    `create unique index entity_alias_by_key on entity_alias (bank, name_key) where of_rid is null`,
    `create index entity_alias_by_name on entity_alias (bank, name_key)`,
    `create index entity_alias_by_entity on entity_alias (bank, entity_rid)`,
    `create index entity_alias_moved on entity_alias (bank, own_rid) where own_rid <> entity_rid`,
    `create index entity_alias_by_whole on entity_alias (bank, of_rid) where of_rid is not null`,
    // `at` is its item's: when an entity was first and last heard of stands at the ends of the index.
    `create table mention (
      bank ${text} not null,
      item_rid ${integer} not null,
      name_rid ${integer} not null,
      entity_rid ${integer} not null,
      at ${integer} not null,
      primary key (bank, item_rid, name_rid)
    ) ${engine === 'sqlite' ? `${tableEnd}, without rowid` : tableEnd}`,
    `create index mention_by_entity on mention (bank, entity_rid, at, item_rid)`,
    `create index mention_by_name on mention (bank, name_rid)`,
    // `status` is its fact's, kept here too: paths are walked without a look at every fact. A relation has one, a
    // decision one for each thing that it applies to or rejects.
    `create table edge (
      bank ${text} not null,
      item_rid ${integer} not null,
      type ${text} not null,
      status ${text} not null,
      from_rid ${integer} not null,
      to_rid ${integer} not null,
      from_name ${integer} not null,
      to_name ${integer} not null,
      primary key (bank, item_rid, type, from_name, to_name)
    ) ${tableEnd}`,
    `create index edge_from on edge (bank, from_rid, type, status, to_rid, item_rid)`,
    `create index edge_to on edge (bank, to_rid, type, status, from_rid, item_rid)`,
    `create index edge_by_type on edge (bank, type, item_rid, to_rid) where status in ('active', 'proposed')`,
    `create table edge_attribute (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      name ${text} not null,
      value_start ${integer} not null,
      value_end ${integer} not null
      ${key}
    ) ${tableEnd}`,
    `create index edge_attribute_by_item on edge_attribute (bank, item_rid)`,
  ]
}
