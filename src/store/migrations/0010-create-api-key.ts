import { browsing } from './0010-browse.js'
import { callKeys } from './0010-call-keys.js'
import type { ColumnTypes, Migration } from './migration.js'

/** What a server needs: who may come in (docs/security.md), and which calls were made already. */
export const createApiKey: Migration = {
  id: 10,
  name: 'create-api-key',
  ddl: (types) => [...keys(types), ...callKeys(types), ...browsing(types)],
}

/** All rows are of the store's own bank: a key belongs to a store, and no archive holds it. */
function keys({ text, integer, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `hash`: SHA-256 of the secret. `capabilities`: as JSON. `agent_forgets`: 1 where an agent may forget with it.
    `create table api_key (
      bank ${text} not null,
      id ${text} not null,
      hash ${blob} not null,
      role ${text} not null,
      capabilities ${text} not null,
      agent_forgets ${integer} not null,
      created_at ${integer} not null,
      expires_at ${integer},
      last_used_at ${integer},
      revoked_at ${integer},
      primary key (bank, id)
    ) ${tableEnd}`,
    `create index api_key_by_time on api_key (bank, created_at, id)`,
    // What people call it, whose it is, and what it opens; `workspaces`: as JSON. No row changes.
    `create table api_key_text (
      rid ${rowNumber},
      bank ${text} not null,
      key_id ${text} not null,
      name ${text} not null,
      for_user ${text} not null,
      agent ${text},
      workspaces ${text} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index api_key_text_by_key on api_key_text (bank, key_id)`,
  ]
}
