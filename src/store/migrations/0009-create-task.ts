import type { ColumnTypes, Migration } from './migration.js'

/**
 * What a task is about and what happened in it (docs/transcripts.md): typed events beside what was said, large outputs kept
 * once, and the state of tasks. Texts stand in append-only rows alone; what changes, in rows without text.
 */
export const createTask: Migration = {
  id: 9,
  name: 'create-task',
  ddl: (types) => [...events(types), ...artifacts(types), ...tasks(types), ...workspaceNotes(types)],
}

function events({ text, integer, rowNumber, engine, tableEnd }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // What was kept before this was said by somebody.
    `alter table turn add column type ${text} not null default 'message'`,
    // Its place among what is memory, from 1; 0: it is its seq, as all before this; -1: it has none.
    `alter table turn add column said ${integer} not null default 0`,
    `create index turn_by_place on turn (bank, session_rid, (case said when 0 then seq else said end))`,
    `create index turn_by_type on turn (bank, session_rid, type, seq)`,
    // What an event has beside its text, as JSON; none where that is nothing.
    `create table event_data (
      rid ${rowNumber}, bank ${text} not null, item_rid ${integer} not null, data ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index event_data_by_item on event_data (bank, item_rid)`,
  ]
}

function artifacts({ text, integer, blob, rowNumber, engine, tableEnd }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `hash`: SHA-256 of the content as UTF-8. `tool`: what it is the output of, where that is known. `chars`: in UTF-16
    // units. No row changes.
    `create table artifact (
      bank ${text} not null,
      item_rid ${integer} not null,
      hash ${blob} not null,
      tool ${text},
      media_type ${text} not null,
      bytes ${integer} not null,
      chars ${integer} not null,
      lines ${integer} not null,
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create unique index artifact_by_hash on artifact (bank, hash)`,
    // The content in pieces, each compressed by itself: what is read is what was asked for. `line`, `start`: of its first
    // character, from 0.
    `create table artifact_piece (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      seq ${integer} not null,
      line ${integer} not null,
      start ${integer} not null,
      chars ${integer} not null,
      content ${blob} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index artifact_piece_by_seq on artifact_piece (bank, item_rid, seq)`,
  ]
}

function tasks({ text, integer, blob, rowNumber, engine, tableEnd }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `status`: open, closed. `session_key`: of the session in which it is worked on, which may be there only later (as
    // `session.name_key`). `extraction`: of a closed task, pending until its conversation was read for what lasts; then
    // what came of it.
    `create table task (
      bank ${text} not null,
      item_rid ${integer} not null,
      item_id ${text} not null,
      name_key ${blob} not null,
      status ${text} not null,
      session_key ${blob},
      revision ${integer} not null,
      opened_at ${integer} not null,
      updated_at ${integer} not null,
      closed_at ${integer},
      extraction ${text},
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create unique index task_by_name on task (bank, name_key)`,
    `create index task_by_status on task (bank, status, updated_at, item_rid)`,
    `create index task_by_session on task (bank, session_key, item_rid)`,
    `create index task_by_extraction on task (bank, extraction)`,
    // Name, goal, plan, state and outcome as they stood at each revision, as JSON.
    `create table task_state (
      rid ${rowNumber},
      bank ${text} not null,
      item_rid ${integer} not null,
      revision ${integer} not null,
      at ${integer} not null,
      state ${text} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index task_state_by_revision on task_state (bank, item_rid, revision)`,
  ]
}

function workspaceNotes({ text, integer, blob, rowNumber, engine, tableEnd }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // What a thought is for its workspace. `status`: daily, lasting, superseded. `at`: when it happened.
    `create table workspace_note (
      bank ${text} not null,
      item_rid ${integer} not null,
      type ${text} not null,
      importance ${integer} not null,
      status ${text} not null,
      at ${integer} not null,
      promoted_at ${integer},
      primary key (bank, item_rid)
    ) ${tableEnd}`,
    `create index workspace_note_by_time on workspace_note (bank, at, item_rid)`,
    `create index workspace_note_by_status on workspace_note (bank, status, at, item_rid)`,
    `create index workspace_note_by_weight on workspace_note (bank, importance, at, item_rid) where status = 'lasting'`,
    // Keyed hashes of what notes that say the same, or the contrary, have in common.
    `create table workspace_note_key (
      bank ${text} not null, key ${blob} not null, item_rid ${integer} not null, primary key (bank, key, item_rid)
    ) ${tableEnd}`,
    `create index workspace_note_key_by_note on workspace_note_key (bank, item_rid)`,
    // Each time that it was said on another day, by someone else, or out of something else; as keyed hashes.
    `create table workspace_saying (
      bank ${text} not null, item_rid ${integer} not null, key ${blob} not null, primary key (bank, item_rid, key)
    ) ${tableEnd}`,
    // Two notes that cannot both hold, the older first. `keep`: first, second, both, neither; null while it waits.
    // `decided_by`: null where the trust of the two decided.
    `create table workspace_conflict (
      rid ${rowNumber},
      bank ${text} not null,
      id ${text} not null,
      at ${integer} not null,
      first_rid ${integer} not null,
      second_rid ${integer} not null,
      keep ${text},
      decided_at ${integer},
      decided_by ${text}
      ${key}
    ) ${tableEnd}`,
    `create unique index workspace_conflict_by_id on workspace_conflict (bank, id)`,
    `create unique index workspace_conflict_by_pair on workspace_conflict (bank, first_rid, second_rid)`,
    `create index workspace_conflict_by_second on workspace_conflict (bank, second_rid)`,
    `create index workspace_conflict_open on workspace_conflict (bank, rid) where keep is null`,
    `create table workspace_reason (
      rid ${rowNumber}, bank ${text} not null, conflict_id ${text} not null, reason ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index workspace_reason_by_conflict on workspace_reason (bank, conflict_id)`,
  ]
}
