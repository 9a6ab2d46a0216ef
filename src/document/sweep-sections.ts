import { inInt, sql } from '../store/sql.js'
import { column, run, type Tx } from '../store/statement.js'

/**
 * Removes sections of a document that no version holds: a large one is written in several transactions, and one that was
 * broken off leaves them. They were never seen, so they leave no tombstone. They stand in no index.
 */
export function* sweepSections(bank: string, documentRid: number): Tx<number> {
  const rids = yield* column<number>(sql`
    select s.item_rid from section s
    where s.bank = ${bank} and s.document_rid = ${documentRid}
      and not exists (select 1 from document_section p where p.bank = s.bank and p.item_rid = s.item_rid)`)
  if (rids.length === 0) return 0
  const gone = inInt(rids)
  yield* run(sql`
    delete from item_text where bank = ${bank}
      and rid in (select text_rid from item where bank = ${bank} and rid ${gone})`)
  yield* run(sql`
    delete from lineage where bank = ${bank}
      and item_id in (select id from item where bank = ${bank} and rid ${gone})`)
  yield* run(sql`delete from section where bank = ${bank} and item_rid ${gone}`)
  yield* run(sql`delete from item where bank = ${bank} and rid ${gone}`)
  return rids.length
}
