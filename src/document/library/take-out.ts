import type { BankChange } from '../../items/bank.js'
import { unindexItems } from '../../items/index-items.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { column, type Tx } from '../../store/statement.js'

/**
 * Takes out of the indexes what the published version of a document does not hold: all of its sections where none is
 * published. Answers by how much the bank shrinks.
 */
export function* takeOutUnpublished(
  spine: Pick<Spine, 'store'>,
  bank: string,
  documentRid: number,
): Tx<BankChange> {
  const gone = yield* column<number>(sql`
    select s.item_rid from section s
    join item i on i.bank = s.bank and i.rid = s.item_rid and i.quotes = 0
    join document d on d.bank = s.bank and d.item_rid = s.document_rid
    where s.bank = ${bank} and s.document_rid = ${documentRid} and not exists (
      select 1 from document_section p
      join document_version v on v.bank = p.bank and v.rid = p.version_rid
      where p.bank = s.bank and p.item_rid = s.item_rid and v.item_rid = d.item_rid and v.number = d.published)`)
  return yield* unindexItems(spine, bank, gone)
}
