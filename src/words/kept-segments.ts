import { setImmediate as nextTurn } from 'node:timers/promises'
import { inInt, sql } from '../store/sql.js'
import { all } from '../store/statement.js'
import type { Store } from '../store/store.js'
import type { TermsToIndex } from './add-texts.js'
import { buildSegment } from './build-segment.js'
import type { KeptSegment } from './merge-lists.js'
import { packRows } from './posting-row.js'
import { textPostings } from './text-postings.js'
import { joinTable, type TextTable } from './text-table.js'
import { tableRows } from './word-lists.js'
import type { SegmentPlace } from './write-segment.js'

/** Rows and texts that are read in one statement: some milliseconds. */
const READ_ROWS = 128
const READ_TEXTS = 1_024

/** A segment as its rows have it. In pages, between which others work. */
export async function keptSegment(store: Store, place: SegmentPlace): Promise<KeptSegment> {
  const table = await keptTable(store, place)
  const rows: Uint8Array[] = []
  for (let after = -1; ; ) {
    const page = await store.query(rowsAfter(place, after))
    for (const { content } of page) rows.push(content)
    if (page.length < READ_ROWS) return { table, rows }
    after = page.at(-1)!.token
    await nextTurn()
  }
}

/** A segment as the terms of its texts would have it, in parts. Texts that have no terms are left out, and those of `except`. */
export async function segmentFromTerms(
  store: Store,
  place: SegmentPlace,
  except: ReadonlySet<number> = new Set(),
): Promise<KeptSegment[]> {
  const { rids } = await keptTable(store, place)
  const living = [...rids].filter((rid) => rid > 0 && !except.has(rid))
  const parts: KeptSegment[] = []
  for (let from = 0; from < living.length; from += READ_TEXTS) {
    const texts = await store.query(
      termsOf(place.bank, living.slice(from, from + READ_TEXTS)), // slice-ok: row numbers
    )
    const { table, lists } = buildSegment(
      texts.map(({ rid, length, words, parts }) => ({ rid, length, ...textPostings(words, parts) })),
    )
    parts.push({ table, rows: [...packRows(lists)].map(({ content }) => content) })
    await nextTurn()
  }
  return parts
}

export async function keptTable(store: Store, { bank, segment }: SegmentPlace): Promise<TextTable> {
  return joinTable((await store.query(tableRows(bank, segment))).map(({ content }) => content))
}

function rowsAfter({ bank, segment }: SegmentPlace, after: number) {
  return all<{ token: number; content: Uint8Array }>(sql`
    select token, content from posting
    where bank = ${bank} and segment = ${segment} and token > ${after} and token >= 0
    order by token limit ${READ_ROWS}`)
}

function termsOf(bank: string, rids: readonly number[]) {
  return all<TermsToIndex>(sql`
    select rid, length, words, parts from item_terms where bank = ${bank} and rid ${inInt(rids)} order by rid`)
}
