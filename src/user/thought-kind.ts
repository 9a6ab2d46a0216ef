import type { Kind, KindRemoval } from '../items/kind.js'
import { sql } from '../store/sql.js'
import { column, run, type Tx } from '../store/statement.js'
import { tagTable } from './thought-archive.js'

/** A thought keeps its tags beside it. */
export const thoughtKind: Kind = {
  kind: 'thought',
  archive: [tagTable],
  *forget({ bank, id }): Tx<KindRemoval> {
    const texts = yield* column<string>(
      sql`select tag from thought_tag where bank = ${bank} and item_id = ${id}`,
    )
    if (texts.length === 0) return { counts: {}, texts }
    const removed = yield* run(sql`delete from thought_tag where bank = ${bank} and item_id = ${id}`)
    return { counts: { thought_tag: removed }, texts }
  },
}
