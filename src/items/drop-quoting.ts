import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'

/**
 * Takes back an item that only quotes its source and was added just now: no index has it, nothing rests on it, and as it
 * is not forgotten it leaves no tombstone. What its kind keeps beside it, the caller removes.
 */
export function* dropQuoting(bank: string, rid: number): Tx<void> {
  yield* run(sql`
    delete from item_text where bank = ${bank}
      and rid = (select text_rid from item where bank = ${bank} and rid = ${rid})`)
  yield* run(sql`delete from item where bank = ${bank} and rid = ${rid}`)
}
