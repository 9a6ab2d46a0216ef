import { sql } from '../store/sql.js'
import { column } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { joinTable } from './text-table.js'
import { tableRows } from './word-lists.js'

/** What a bank's word index holds. */
export interface IndexedTexts {
  readonly segments: readonly number[]
  /** Row numbers of the terms of its texts, in segments and in the tail. */
  readonly listed: ReadonlySet<number>
  /** Those that it holds more than once. */
  readonly doubled: readonly number[]
}

/** Reads which texts a bank's word index holds: twelve bytes a text, in pieces. */
export async function indexedTexts(store: Store, bank: string): Promise<IndexedTexts> {
  const segments = await store.query(
    column<number>(
      sql`select segment from posting_segment where bank = ${bank} and state = 1 order by segment`,
    ),
  )
  const listed = new Set<number>()
  const doubled: number[] = []
  const list = (rid: number) => {
    if (rid === 0) return
    if (listed.has(rid)) doubled.push(rid)
    listed.add(rid)
  }
  for (const segment of segments) {
    const rows = await store.query(tableRows(bank, segment))
    for (const rid of joinTable(rows.map(({ content }) => content)).rids) list(rid)
  }
  const tail = await store.query(column<number>(sql`select rid from posting_tail where bank = ${bank}`))
  for (const rid of tail) list(rid)
  return { segments, listed, doubled }
}
