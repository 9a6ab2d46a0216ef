import type { Env } from '../clock.js'
import { pagesOf } from '../store/pages-of.js'
import { sql } from '../store/sql.js'
import { run, type Tx, unwaited } from '../store/statement.js'
import { encodeText, textPostings } from './text-postings.js'
import { writeSegment } from './write-segment.js'

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
    if (page.length < SEGMENT_LEAST) yield* addToTail(bank, page)
    else
      yield* writeSegment(
        env,
        bank,
        page.map(({ rid, length, words, parts }) => ({ rid, length, ...textPostings(words, parts) })),
      )
  }
}

function* addToTail(bank: string, texts: readonly TermsToIndex[]): Tx<void> {
  for (const { rid, length, words, parts } of texts)
    yield* unwaited(
      run(sql`
        insert into posting_tail (rid, bank, length, content)
        values (${rid}, ${bank}, ${length}, ${encodeText(textPostings(words, parts))})`),
    )
}
