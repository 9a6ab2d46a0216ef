import type { Env } from '../clock.js'
import { pagesOf } from '../store/pages-of.js'
import { sql } from '../store/sql.js'
import { run, type Tx, unwaited } from '../store/statement.js'
import { buildSegment } from './build-segment.js'
import { freshNumber } from './fresh-number.js'
import { packRows } from './posting-row.js'
import { encodeText, textPostings } from './text-postings.js'
import { packTable } from './text-table.js'
import { addSegment, writeRows } from './write-segment.js'

/** A text that is to be found by its words: the row number of its terms, and the terms. */
export interface TermsToIndex {
  readonly rid: number
  /** Words, as ranking counts them. */
  readonly length: number
  readonly words: string
  readonly parts: string
}

/** So many texts at once are a segment of their own; fewer wait in the tail. */
export const SEGMENT_LEAST = 128

/** Puts texts into a bank's word index, where they were not: they are found from the commit on. */
export function* addTexts(env: Env, bank: string, texts: readonly TermsToIndex[]): Tx<void> {
  for (const page of pagesOf(texts)) {
    if (page.length >= SEGMENT_LEAST) yield* addAsSegment(env, bank, page)
    else yield* addToTail(bank, page)
  }
}

function* addAsSegment(env: Env, bank: string, texts: readonly TermsToIndex[]): Tx<void> {
  const { table, lists } = buildSegment(
    texts.map(({ rid, length, words, parts }) => ({ rid, length, ...textPostings(words, parts) })),
  )
  const place = { bank, segment: freshNumber(env) }
  yield* writeRows(place, [...packTable(table), ...packRows(lists)])
  yield* addSegment(place, table, { stamp: freshNumber(env), isMade: true })
}

function* addToTail(bank: string, texts: readonly TermsToIndex[]): Tx<void> {
  for (const { rid, length, words, parts } of texts)
    yield* unwaited(
      run(sql`
        insert into posting_tail (rid, bank, length, content)
        values (${rid}, ${bank}, ${length}, ${encodeText(textPostings(words, parts))})`),
    )
}
