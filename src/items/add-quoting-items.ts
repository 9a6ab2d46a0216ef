import type { Reach } from '../reach.js'
import { pagesOf } from '../store/pages-of.js'
import { sql } from '../store/sql.js'
import { batch, get, type Tx } from '../store/statement.js'
import type { PreparedItem } from './add.js'

/**
 * Adds many items that quote their source and are known to be new, as {@link addQuoting} adds one. Answers their row
 * numbers, in their order.
 */
export function* addQuotingItems({ writes: bank }: Reach, items: readonly PreparedItem[]): Tx<number[]> {
  const rids: number[] = []
  for (const page of pagesOf(items)) {
    const texts = yield* batch(
      page.map(({ id, text }) =>
        get<{ rid: number }>(
          sql`insert into item_text (bank, item_id, body) values (${bank}, ${id}, ${text}) returning rid`,
        ),
      ),
    )
    const rows = yield* batch(
      page.map(({ id, kind, origin, trust, identity, occurredAt, recordedAt }, index) =>
        get<{ rid: number }>(sql`
          insert into item (bank, id, kind, origin, trust, identity, text_rid, occurred_at, recorded_at, use_count, quotes)
          values (${bank}, ${id}, ${kind}, ${origin}, ${trust}, ${identity}, ${texts[index]?.rid ?? null}, ${occurredAt},
            ${recordedAt}, 0, 1)
          returning rid`),
      ),
    )
    for (const row of rows) {
      if (row === undefined) throw new Error('an insert returned no row number')
      rids.push(row.rid)
    }
  }
  return rids
}
