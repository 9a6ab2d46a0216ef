import { pagesOf } from '../store/pages-of.js'
import { inInt, listInt, sql } from '../store/sql.js'
import { all, batch, run, type Tx } from '../store/statement.js'
import { SEGMENT_VERSION } from '../text/segment.js'
import type { TermsToIndex } from '../words/add-texts.js'
import type { BankChange } from './bank.js'
import { indexWords, unindexWords } from './index-words.js'
import { type IndexedForm, indexedForm } from './indexed-form.js'
import type { Spine } from './spine.js'

/** An item that stands in no index, with its words: made before the transaction begins. */
export interface SegmentedItem extends IndexedForm {
  readonly rid: number
  readonly textRid: number
}

/** `heading`: what the text is about, where it says so itself. */
export function segmentItem(rid: number, textRid: number, text: string, heading?: string): SegmentedItem {
  return { rid, textRid, ...indexedForm(text, heading) }
}

/**
 * Puts items into the indexes that had no place there: search finds them from the commit on. Answers by how much the bank
 * grows. No embedder is told.
 */
export function* indexItems(spine: Spine, bank: string, items: readonly SegmentedItem[]): Tx<BankChange> {
  let words = 0
  for (const page of pagesOf(items)) {
    yield* batch(
      page.map(({ rid, textRid, length, words, parts }) =>
        run(sql`
          insert into item_terms (rid, bank, item_rid, version, length, words, parts)
          values (${textRid}, ${bank}, ${rid}, ${SEGMENT_VERSION}, ${length}, ${words}, ${parts})`),
      ),
    )
    yield* setQuotes(bank, page, 0)
    for (const { length } of page) words += length
  }
  yield* indexWords(spine, bank, items.map(termsOf))
  return { items: items.length, words }
}

/** Takes items out of the indexes; they stay, and so do their texts. Answers by how much the bank shrinks. */
export function* unindexItems(spine: Spine, bank: string, rids: readonly number[]): Tx<BankChange> {
  let items = 0
  let words = 0
  for (const page of pagesOf(rids)) {
    const indexed = yield* all<SegmentedItem>(sql`
      select i.rid, i.text_rid as "textRid", t.words, t.parts, t.length from ${listInt(page)} as listed
      cross join item i cross join item_terms t
      where i.bank = ${bank} and i.rid = listed.value and i.quotes = 0 and t.bank = i.bank and t.rid = i.text_rid`)
    for (const { length } of indexed) words -= length
    yield* unindexWords(spine, bank, indexed.map(termsOf))
    yield* run(sql`
      delete from item_terms where bank = ${bank} and rid ${inInt(indexed.map(({ textRid }) => textRid))}`)
    yield* setQuotes(bank, indexed, 1)
    items -= indexed.length
  }
  return { items, words }
}

/** One by one: for a list of them SQLite may walk the bank. */
function* setQuotes(bank: string, items: readonly { readonly rid: number }[], quotes: 0 | 1): Tx<void> {
  yield* batch(
    items.map(({ rid }) =>
      run(sql`update item set quotes = ${quotes} where bank = ${bank} and rid = ${rid}`),
    ),
  )
}

function termsOf({ textRid, length, words, parts }: SegmentedItem): TermsToIndex {
  return { rid: textRid, length, words, parts }
}
