import type { Env } from '../clock.js'
import { inInt, sql } from '../store/sql.js'
import { all, run, type Tx } from '../store/statement.js'
import { buildSegment } from './build-segment.js'
import { freshNumber } from './fresh-number.js'
import { packRows } from './posting-row.js'
import { decodeText, textPostings } from './text-postings.js'
import { packTable } from './text-table.js'
import { addSegment, writeRows } from './write-segment.js'

/** Texts that are folded in one transaction at most, where others are to go on meanwhile. */
export const FOLD_TEXTS = 512

/**
 * Makes a segment of what is in a bank's tail, the oldest first, where there is so much that it is worth one. Answers how
 * many texts it took.
 */
export function* foldTail(env: Env, bank: string, least: number, most = FOLD_TEXTS): Tx<number> {
  const rows = yield* all<TailText>(sql`
    select p.rid, p.length, p.content,
      case when p.content is null then t.words else '' end as words,
      case when p.content is null then t.parts else '' end as parts
    from posting_tail p
    left join item_terms t on p.content is null and t.bank = p.bank and t.rid = p.rid
    where p.bank = ${bank} order by p.rid limit ${most}`)
  if (rows.length < least) return 0
  const { table, lists } = buildSegment(
    rows.map(({ rid, length, content, words, parts }) => ({
      rid,
      length,
      ...(content === null ? textPostings(words, parts) : decodeText(content)),
    })),
  )
  const place = { bank, segment: freshNumber(env) }
  yield* writeRows(place, [...packTable(table), ...packRows(lists)])
  yield* addSegment(place, table, { stamp: freshNumber(env), isMade: true })
  yield* run(sql`
    delete from posting_tail where bank = ${bank} and rid ${inInt(rows.map(({ rid }) => rid))}`)
  return rows.length
}

interface TailText {
  readonly rid: number
  readonly length: number
  readonly content: Uint8Array | null
  readonly words: string
  readonly parts: string
}
