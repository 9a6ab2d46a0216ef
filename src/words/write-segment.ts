import type { Env } from '../clock.js'
import { sql } from '../store/sql.js'
import { run, type Tx, unwaited } from '../store/statement.js'
import { buildSegment, type SegmentText } from './build-segment.js'
import { freshNumber } from './fresh-number.js'
import { type PostingRow, packRows } from './posting-row.js'
import { packTable, type TextTable } from './text-table.js'

/** Where a segment stands. */
export interface SegmentPlace {
  readonly bank: string
  readonly segment: number
}

/** Writes rows of a segment. */
export function* writeRows({ bank, segment }: SegmentPlace, rows: readonly PostingRow[]): Tx<void> {
  for (const { token, content } of rows)
    yield* unwaited(
      run(sql`
        insert into posting (bank, segment, token, content) values (${bank}, ${segment}, ${token}, ${content})`),
    )
}

/** Makes a segment known: from the commit on it is searched, unless it is still being made. */
export function* addSegment(
  { bank, segment }: SegmentPlace,
  { rids }: Pick<TextTable, 'rids'>,
  { stamp, isMade }: { readonly stamp: number; readonly isMade: boolean },
): Tx<void> {
  const first = rids.reduce((least, rid) => Math.min(least, rid), Number.MAX_SAFE_INTEGER)
  const last = rids.reduce((most, rid) => Math.max(most, rid), 0)
  yield* unwaited(
    run(sql`
      insert into posting_segment (bank, segment, stamp, state, texts, gone, first_rid, last_rid)
      values (${bank}, ${segment}, ${stamp}, ${isMade ? 1 : 0}, ${rids.length}, 0, ${first}, ${last})`),
  )
}

/** Makes a segment of texts, at most 65,536, and has it searched. */
export function* writeSegment(env: Env, bank: string, texts: readonly SegmentText[]): Tx<void> {
  const { table, lists } = buildSegment(texts)
  const place = { bank, segment: freshNumber(env) }
  yield* writeRows(place, [...packTable(table), ...packRows(lists)])
  yield* addSegment(place, table, { stamp: freshNumber(env), isMade: true })
}
