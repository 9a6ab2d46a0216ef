import { alt, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { all, batch } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { listIn, type PostingList, SEGMENT_TEXTS } from './posting-row.js'
import { rememberTable, tableOf } from './remembered-tables.js'
import { postingsOfTail, type TailText, tailTexts } from './tail-texts.js'
import { placeOf } from './text-postings.js'
import { joinTable, type TextTable } from './text-table.js'
import { tokenKey } from './token-key.js'

/** Where a bank holds some tokens, as it was on one snapshot. */
export interface WordLists {
  /** How many of its texts hold each token, in the order in which they were asked for. */
  readonly frequencies: readonly number[]
  /** Every text of the bank stands in one of them. */
  readonly parts: readonly ListedPart[]
}

/** A segment, or what is in none yet, and its lists of the tokens; none where it does not hold one. */
export interface ListedPart extends TextTable {
  readonly lists: readonly (PostingList | undefined)[]
}

/** Reads the lists of some tokens out of a bank's word index: in one round trip, but for tables of texts that are new. */
export function* readWordLists(store: Store, bank: string, tokens: readonly string[]): Tx<WordLists> {
  const keys = tokens.map(tokenKey)
  const [segments, tail, ...found] = yield* batch([
    all<SegmentRow>(sql`
      select segment, stamp from posting_segment where bank = ${bank} and state = 1 order by segment`),
    tailTexts(bank),
    ...keys.map((key) => rowsWith(bank, key)),
  ])
  const tables = yield* readTables(store, bank, segments)
  const listed = new Map<number, (PostingList | undefined)[]>(
    segments.map(({ segment }) => [segment, keys.map(() => undefined)]),
  )
  for (const [place, rows] of found.entries())
    for (const { segment, content } of rows) {
      // Where a body writes, PostgreSQL may show what came between two statements.
      const lists = listed.get(segment)
      if (lists !== undefined) lists[place] = listIn(content, keys[place]!)
    }
  const parts = segments.map(
    ({ segment }, index): ListedPart => ({ ...tables[index]!, lists: listed.get(segment)! }),
  )
  if (tail.length > 0) parts.push(...partsOfTail(tail, keys))
  return { parts, frequencies: frequenciesOf(parts, keys.length) }
}

export function frequenciesOf(parts: readonly ListedPart[], tokens: number): number[] {
  return Array.from({ length: tokens }, (_, token) =>
    parts.reduce((sum, { lists }) => sum + (lists[token]?.places.length ?? 0), 0),
  )
}

interface SegmentRow {
  readonly segment: number
  /** Another one after each change: what is remembered under it holds. */
  readonly stamp: number
}

/** Of every segment the row in which the token stands, if it stands there: one descent into the index for each. */
function rowsWith(bank: string, key: number) {
  return all<{ segment: number; content: Uint8Array }>(
    sql`${alt(
      sql`select s.segment, p.content from posting_segment s
        cross join posting p
        where s.bank = ${bank} and s.state = 1 and p.bank = s.bank and p.segment = s.segment
          and p.token = (
            select max(q.token) from posting q
            where q.bank = s.bank and q.segment = s.segment and q.token between 0 and ${key})`,
      // It would read all rows of the bank, to join them by what the subquery says.
      sql`select s.segment, p.content from posting_segment s
        cross join lateral (
          select q.content from posting q
          where q.bank = s.bank and q.segment = s.segment and q.token between 0 and ${key}
          order by q.token desc limit 1) p
        where s.bank = ${bank} and s.state = 1`,
    )}`,
  )
}

function* readTables(store: Store, bank: string, segments: readonly SegmentRow[]): Tx<TextTable[]> {
  const known = segments.map(({ stamp }) => tableOf(store, bank, stamp))
  const unknown = segments.filter((_segment, index) => known[index] === undefined)
  if (unknown.length === 0) return known as TextTable[]
  const read = yield* batch(unknown.map(({ segment }) => tableRows(bank, segment)))
  const tables = read.map((rows) => joinTable(rows.map(({ content }) => content)))
  for (const [index, { stamp }] of unknown.entries()) rememberTable(store, bank, stamp, tables[index]!)
  return known.map((table) => table ?? tables.shift()!)
}

export function tableRows(bank: string, segment: number) {
  return all<{ token: number; content: Uint8Array }>(sql`
    select token, content from posting
    where bank = ${bank} and segment = ${segment} and token < 0 order by token desc`)
}

/** Read as they are: there are never many for long. */
function partsOfTail(tail: readonly TailText[], keys: readonly number[]): ListedPart[] {
  const parts: ListedPart[] = []
  for (let from = 0; from < tail.length; from += SEGMENT_TEXTS) {
    const rows = tail.slice(from, from + SEGMENT_TEXTS) // slice-ok: rows
    const places = keys.map((): number[] => [])
    const counts = keys.map((): number[] => [])
    for (const [place, row] of rows.entries()) {
      const text = postingsOfTail(row)
      for (const [token, key] of keys.entries()) {
        const found = placeOf(text.keys, key)
        if (text.keys[found] !== key) continue
        places[token]!.push(place)
        counts[token]!.push(text.counts[found]!)
      }
    }
    parts.push({
      rids: Float64Array.from(rows, ({ rid }) => rid),
      lengths: Uint32Array.from(rows, ({ length }) => length),
      lists: keys.map((_key, token) => ({
        places: Uint16Array.from(places[token]!),
        counts: Uint8Array.from(counts[token]!),
      })),
    })
  }
  return parts
}
