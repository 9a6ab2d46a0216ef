import { dropQuoting } from '../../items/drop-quoting.js'
import { sql } from '../../store/sql.js'
import { batch, column, run, type Tx } from '../../store/statement.js'
import { isHeld } from './held-sections.js'

/** Removes sections that no version holds and no index has. They were never seen, so they leave no tombstone. */
export function* dropSections(bank: string, rids: readonly number[]): Tx<void> {
  // One by one: for a list of them SQLite may walk the bank.
  for (const rid of rids) {
    yield* batch([
      run(sql`
        delete from lineage where bank = ${bank}
          and item_id = (select id from item where bank = ${bank} and rid = ${rid})`),
      run(sql`delete from section where bank = ${bank} and item_rid = ${rid}`),
    ])
    yield* dropQuoting(bank, rid)
  }
}

/** A large version is written in several transactions: one that was broken off leaves sections without one. */
export function* sweepSections(bank: string, documentRid: number): Tx<number> {
  const rids = yield* column<number>(sql`
    select s.item_rid from section s
    where s.bank = ${bank} and s.document_rid = ${documentRid}
      and not ${isHeld}`)
  yield* dropSections(bank, rids)
  return rids.length
}
