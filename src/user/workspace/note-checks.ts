import { CHANGED_BY_HAND, type RowCheck } from '../../items/kind.js'
import { sql } from '../../store/sql.js'
import { noteTime } from './note.js'

/** What must hold of the notes of a workspace. */
export const noteChecks: readonly RowCheck[] = [
  {
    check: 'workspace notes',
    wrong: (bank) => sql`
      select (select count(*) from workspace_note n
          left join item i on i.bank = n.bank and i.rid = n.item_rid and i.kind = 'thought'
          where n.bank = ${bank} and (i.rid is null or n.at <> ${noteTime}))
        + (select count(*) from workspace_note n where n.bank = ${bank} and not exists (
            select 1 from workspace_note_key k where k.bank = n.bank and k.item_rid = n.item_rid))
        + (select count(*) from workspace_saying s
          left join workspace_note n on n.bank = s.bank and n.item_rid = s.item_rid
          where s.bank = ${bank} and n.item_rid is null) as n`,
    what: 'notes of the workspace without their text, or the other way round',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'workspace conflicts',
    wrong: (bank) => sql`
      select count(*) as n from workspace_conflict c
      left join workspace_note a on a.bank = c.bank and a.item_rid = c.first_rid
      left join workspace_note b on b.bank = c.bank and b.item_rid = c.second_rid
      where c.bank = ${bank} and (a.item_rid is null or b.item_rid is null
        or (c.keep is null and (a.status = 'superseded' or b.status = 'superseded')))`,
    what: 'conflicts of notes of which a side is gone, or nothing is left to decide',
    hint: CHANGED_BY_HAND,
  },
]
