import type { Reach } from '../reach.js'
import { alt, sql } from '../store/sql.js'
import { column, type Tx } from '../store/statement.js'
import { type KeptRecall, readRecalls } from './recall.js'

/** The latest searches of the caller's own bank that found an item, the newest first. Looks through all that are kept. */
export function* recallsFinding(reach: Reach, item: string, limit: number): Tx<KeptRecall[]> {
  // Ids stand in it with spaces between them.
  const holds = alt(sql`instr(items, ${item}) > 0`, sql`strpos(items, ${item}) > 0`)
  const ids = yield* column<string>(sql`
    select id from recall where bank = ${reach.writes} and ${holds} order by at desc, rid desc limit ${limit}`)
  const recalls: KeptRecall[] = []
  for (const id of ids) recalls.push(...(yield* readRecalls(reach, { id, limit: 1 })))
  return recalls
}
