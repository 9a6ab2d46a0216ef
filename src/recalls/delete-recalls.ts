import { inInt, sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'

/** Removes recalls and what was used of them; tells how many rows, by table. */
export function* deleteRecalls(
  bank: string,
  rids: readonly number[],
): Tx<Readonly<Record<'recall' | 'recall_use', number>>> {
  const uses = yield* run(sql`delete from recall_use where bank = ${bank} and recall_rid ${inInt(rids)}`)
  const recalls = yield* run(sql`delete from recall where bank = ${bank} and rid ${inInt(rids)}`)
  return { recall: recalls, recall_use: uses }
}
