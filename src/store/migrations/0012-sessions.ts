import type { ColumnTypes } from './migration.js'

/** When something happened last in a session, so that a list of the latest reads no others. */
export function sessions({ integer }: ColumnTypes): string[] {
  const first = (which: string) => `(
    select coalesce(i.occurred_at, i.recorded_at) from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = session.bank and t.session_rid = session.rid ${which} order by t.seq desc limit 1)`
  return [
    // Null: an event was forgotten, and the next one has not come yet (src/task/list-sessions.ts).
    `alter table session add column last_at ${integer}`,
    `update session set last_at = coalesce(
      ${first("and (t.type not in ('title', 'file_snapshot') or i.occurred_at is not null)")},
      ${first('')}, created_at)`,
    `create index session_by_last on session (bank, last_at, id)`,
  ]
}
