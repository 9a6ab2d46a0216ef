import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import type { DocumentState } from './document-state.js'

/** Lets a document's item say another title. In a new row: what is changed in place can leave its old bytes behind. */
export function* setTitle(
  bank: string,
  { id, rid, title: old }: Pick<DocumentState, 'id' | 'rid' | 'title'>,
  title: string,
): Tx<void> {
  if (title === old) return
  yield* run(sql`
    delete from item_text where bank = ${bank}
      and rid = (select text_rid from item where bank = ${bank} and rid = ${rid})`)
  const text = yield* get<{ rid: number }>(
    sql`insert into item_text (bank, item_id, body) values (${bank}, ${id}, ${title}) returning rid`,
  )
  if (text === undefined) throw new Error('an insert returned no row number')
  yield* run(sql`update item set text_rid = ${text.rid} where bank = ${bank} and rid = ${rid}`)
}
