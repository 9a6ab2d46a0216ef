import type { BankChange } from '../items/bank.js'
import { unindexItems } from '../items/index-items.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { column, type Tx } from '../store/statement.js'
import { addDocumentEvent } from './document-event.js'
import type { DocumentState } from './document-state.js'

/** Takes the published version of a document out of retrieval: no section of it stands in an index any more. */
export function* takeOut(
  spine: Spine,
  reach: Reach,
  { rid, published }: DocumentState,
  { at, note }: { readonly at: number; readonly note?: string | undefined },
): Tx<BankChange> {
  if (published === null) return { items: 0, words: 0 }
  yield* addDocumentEvent(reach, rid, { at, event: 'withdrawn', version: published, note })
  return yield* unindexItems(spine, reach.writes, yield* indexedSections(reach.writes, rid))
}

/** Row numbers of the document's sections that stand in the indexes. */
export function* indexedSections(bank: string, documentRid: number): Tx<number[]> {
  return yield* column<number>(sql`
    select s.item_rid from section s join item i on i.bank = s.bank and i.rid = s.item_rid
    where s.bank = ${bank} and s.document_rid = ${documentRid} and i.quotes = 0`)
}
