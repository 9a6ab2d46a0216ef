import type { BankChange } from '../../items/bank.js'
import { unindexItems } from '../../items/index-items.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { column, run, type Tx } from '../../store/statement.js'
import type { DocumentState } from './document-state.js'
import { sweepSections } from './drop-sections.js'
import { isPublished } from './held-sections.js'

/**
 * Makes a document's sections what its versions say, at the end of each change: search finds what is published, and what
 * was written ahead of a version that never came is cleared away. Answers by how much the bank shrinks.
 */
export function* settleDocument(
  spine: Spine,
  bank: string,
  { rid, isWriting }: Pick<DocumentState, 'rid' | 'isWriting'>,
): Tx<BankChange> {
  const change = yield* takeOutUnpublished(spine, bank, rid)
  if (!isWriting) return change
  yield* sweepSections(bank, rid)
  yield* run(sql`update document set writing_at = null where bank = ${bank} and item_rid = ${rid}`)
  return change
}

/**
 * Takes out of the indexes what the published version of a document does not hold: all of its sections where none is
 * published. Answers by how much the bank shrinks.
 */
function* takeOutUnpublished(spine: Spine, bank: string, documentRid: number): Tx<BankChange> {
  const gone = yield* column<number>(sql`
    select s.item_rid from section s
    join item i on i.bank = s.bank and i.rid = s.item_rid and i.quotes = 0
    join document d on d.bank = s.bank and d.item_rid = s.document_rid
    where s.bank = ${bank} and s.document_rid = ${documentRid} and not ${isPublished}`)
  return yield* unindexItems(spine, bank, gone)
}
