import type { ForgottenItem, KindRemoval } from '../../items/kind.js'
import { sql } from '../../store/sql.js'
import { column, get, run, type Tx } from '../../store/statement.js'

/**
 * Takes the words out of a compaction that quotes something which is gone: it hides nothing any more, and the next one is
 * made without it. Of any other event nothing goes. Answers what did.
 */
export function* withdrawCompaction(_world: unknown, { bank, rid, id }: ForgottenItem): Tx<KindRemoval> {
  const kept = yield* get<{ text_rid: number; body: string }>(sql`
    select i.text_rid, x.body from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where t.bank = ${bank} and t.item_rid = ${rid} and t.type = 'compaction'`)
  if (kept === undefined || kept.body === WITHDRAWN) return { counts: {}, texts: [] }
  const beside = yield* column<string>(
    sql`select data from event_data where bank = ${bank} and item_rid = ${rid}`,
  )
  const counts = {
    event_data: yield* run(sql`delete from event_data where bank = ${bank} and item_rid = ${rid}`),
    item_text: yield* run(sql`delete from item_text where bank = ${bank} and rid = ${kept.text_rid}`),
  }
  // A new row, not an update: what shrinks in place can leave its old bytes behind.
  const row = yield* get<{ rid: number }>(
    sql`insert into item_text (bank, item_id, body) values (${bank}, ${id}, ${WITHDRAWN}) returning rid`,
  )
  if (row === undefined) throw new Error('an insert returned no row number')
  yield* run(sql`update item set text_rid = ${row.rid} where bank = ${bank} and rid = ${rid}`)
  return { counts, texts: [kept.body, ...beside] }
}

const WITHDRAWN = '(this summary was taken back: something that it quoted was forgotten)'
