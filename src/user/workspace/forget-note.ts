import type { ForgottenItem, KindRemoval } from '../../items/kind.js'
import { createRowCounts } from '../../items/row-counts.js'
import { inText, sql } from '../../store/sql.js'
import { column, run, type Tx } from '../../store/statement.js'

/** Removes what a thought was for its workspace; with its conflicts the reasons go, which may quote it. */
export function* forgetNote({ bank, rid }: ForgottenItem): Tx<KindRemoval> {
  const conflicts = yield* column<string>(sql`
    select id from workspace_conflict where bank = ${bank} and first_rid = ${rid}
    union all select id from workspace_conflict where bank = ${bank} and second_rid = ${rid}`)
  const texts = yield* column<string>(
    sql`select reason from workspace_reason where bank = ${bank} and conflict_id ${inText(conflicts)}`,
  )
  const counts = createRowCounts()
  const removed = {
    workspace_note: yield* run(sql`delete from workspace_note where bank = ${bank} and item_rid = ${rid}`),
    workspace_note_key: yield* run(
      sql`delete from workspace_note_key where bank = ${bank} and item_rid = ${rid}`,
    ),
    workspace_saying: yield* run(
      sql`delete from workspace_saying where bank = ${bank} and item_rid = ${rid}`,
    ),
    workspace_reason: yield* run(
      sql`delete from workspace_reason where bank = ${bank} and conflict_id ${inText(conflicts)}`,
    ),
    workspace_conflict: yield* run(
      sql`delete from workspace_conflict where bank = ${bank} and id ${inText(conflicts)}`,
    ),
  }
  for (const [table, rows] of Object.entries(removed)) if (rows > 0) counts.add(table, rows)
  return { counts: counts.all(), texts }
}
