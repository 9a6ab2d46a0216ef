import type { Env } from '../clock.js'
import { inInt, sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { postingsOfTail, tailTexts } from './tail-texts.js'
import { writeSegment } from './write-segment.js'

/** Texts that are folded in one transaction at most, where others are to go on meanwhile. */
export const FOLD_TEXTS = 512

/**
 * Makes a segment of what is in a bank's tail, the oldest first, where there is so much that it is worth one. Answers how
 * many texts it took.
 */
export function* foldTail(env: Env, bank: string, least: number, most = FOLD_TEXTS): Tx<number> {
  const rows = yield* tailTexts(bank, most)
  if (rows.length < least) return 0
  yield* writeSegment(
    env,
    bank,
    rows.map((row) => ({ rid: row.rid, length: row.length, ...postingsOfTail(row) })),
  )
  yield* run(sql`
    delete from posting_tail where bank = ${bank} and rid ${inInt(rows.map(({ rid }) => rid))}`)
  return rows.length
}
