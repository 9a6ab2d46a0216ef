import { sql } from '../store/sql.js'
import { run, type Tx, unwaited } from '../store/statement.js'
import { SEGMENT_VERSION } from '../text/segment.js'

/** Segmented text, under the row number of its verbatim text. */
export interface TermsRow {
  readonly bank: string
  readonly rid: number
  readonly itemRid: number
  readonly length: number
  readonly words: string
  readonly parts: string
}

/**
 * Length of a text for ranking. A CJK character stands in `parts` about twice, alone and in a pair, hence the half:
 * so a bank in any language has an average length, and one that mixes them a fair one.
 */
export function indexedLength(words: readonly string[], parts: readonly string[]): number {
  return Math.ceil(words.length + parts.length / 2)
}

/** The segmented text of an item, where the full-text index reads it. */
export function* addTerms({ bank, rid, itemRid, length, words, parts }: TermsRow): Tx<void> {
  yield* unwaited(
    run(sql`
      insert into item_terms (rid, bank, item_rid, version, length, words, parts)
      values (${rid}, ${bank}, ${itemRid}, ${SEGMENT_VERSION}, ${length}, ${words}, ${parts})`),
  )
}
