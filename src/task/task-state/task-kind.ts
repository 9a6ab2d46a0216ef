import { CHANGED_BY_HAND, type Kind, type KindRemoval } from '../../items/kind.js'
import { sql } from '../../store/sql.js'
import { column, run, type Tx } from '../../store/statement.js'
import { taskStateTable, taskTable } from './task-archive.js'

/** A task keeps how it stood at each revision. */
export const taskKind: Kind = {
  kind: 'task',
  archive: [taskTable, taskStateTable],
  checks: [
    {
      check: 'tasks',
      wrong: (bank) => sql`
        select (select count(*) from item i left join task k on k.bank = i.bank and k.item_rid = i.rid
            where i.bank = ${bank} and i.kind = 'task' and k.item_rid is null)
          + (select count(*) from task k
            left join item i on i.bank = k.bank and i.rid = k.item_rid and i.id = k.item_id and i.kind = 'task'
            left join task_state t on t.bank = k.bank and t.item_rid = k.item_rid and t.revision = k.revision
            where k.bank = ${bank} and (i.rid is null or t.rid is null))
          + (select count(*) from task_state t left join task k on k.bank = t.bank and k.item_rid = t.item_rid
            where t.bank = ${bank} and k.item_rid is null) as n`,
      what: 'tasks without their item or their state, or the other way round',
      hint: CHANGED_BY_HAND,
    },
  ],
  *forget({ bank, rid }): Tx<KindRemoval> {
    const states = yield* column<string>(
      sql`select state from task_state where bank = ${bank} and item_rid = ${rid}`,
    )
    const counts = {
      task: yield* run(sql`delete from task where bank = ${bank} and item_rid = ${rid}`),
      task_state: yield* run(sql`delete from task_state where bank = ${bank} and item_rid = ${rid}`),
    }
    return { counts, texts: states }
  },
}
