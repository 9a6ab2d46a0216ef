import type { ColumnTypes, Migration } from './migration.js'

/**
 * What waits for a person in a workspace (docs/workspaces.md). A proposal is kept as the call it was, until somebody
 * decides: nothing else knows of it.
 */
export const createWorkspace: Migration = { id: 8, name: 'create-workspace', ddl: gates }

function gates({ integer, text, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    `create table workspace_gate (
      bank ${text} not null,
      is_on ${integer} not null,
      changed_by ${text} not null,
      changed_at ${integer} not null,
      primary key (bank)
    ) ${tableEnd}`,
    // `identity`: of the item that it would become. `item_id`: of the one that it became. `is_own`: 1 where who proposed it
    // decided on it. `again`: 1 where the call asks for it also where it was forgotten.
    `create table proposal (
      rid ${rowNumber},
      bank ${text} not null,
      id ${text} not null,
      operation ${text} not null,
      identity ${blob} not null,
      again ${integer} not null,
      at ${integer} not null,
      audience ${text} not null,
      for_user ${text} not null,
      agent ${text},
      state ${text} not null,
      decided_at ${integer},
      decided_by ${text},
      is_own ${integer} not null,
      item_id ${text}
      ${key}
    ) ${tableEnd}`,
    `create unique index proposal_by_id on proposal (bank, id)`,
    `create index proposal_by_state on proposal (bank, state, rid)`,
    `create index proposal_by_identity on proposal (bank, identity)`,
    // The input of the call, as JSON; there while the proposal waits.
    `create table proposal_text (
      rid ${rowNumber}, bank ${text} not null, proposal_id ${text} not null, input ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index proposal_text_by_proposal on proposal_text (bank, proposal_id)`,
    `create table proposal_note (
      rid ${rowNumber}, bank ${text} not null, proposal_id ${text} not null, note ${text} not null ${key}
    ) ${tableEnd}`,
    `create unique index proposal_note_by_proposal on proposal_note (bank, proposal_id)`,
    `create table proposal_source (
      bank ${text} not null,
      proposal_id ${text} not null,
      item_id ${text} not null,
      primary key (bank, proposal_id, item_id)
    ) ${tableEnd}`,
    `create index proposal_source_by_item on proposal_source (bank, item_id)`,
  ]
}
