import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { isAttached, taskDocuments } from './task-documents.js'

/** How many of the user's own documents a task could ask, were they reviewed and published. */
export function* waitingDocuments(spine: Pick<Spine, 'identityKey'>, reach: Reach, task: string): Tx<number> {
  const set = yield* taskDocuments(spine, reach, task)
  const attached = set.isEverything ? sql`1 = 1` : isAttached(set)
  const row = yield* get<{ waiting: number }>(sql`
    select cast(count(*) as integer) as waiting from document d
    where d.bank = ${set.bank} and d.published is null and d.status = 'pending' and ${attached}`)
  return row?.waiting ?? 0
}
