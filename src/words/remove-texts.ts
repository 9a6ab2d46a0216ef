import type { Env } from '../clock.js'
import { inInt, listInt, sql } from '../store/sql.js'
import { all, column, run, type Tx, unwaited } from '../store/statement.js'
import type { TermsToIndex } from './add-texts.js'
import { freshNumber } from './fresh-number.js'
import { listsIn, packRows, type TokenList, without } from './posting-row.js'
import { textPostings } from './text-postings.js'
import { packTexts, readTexts, TABLE_TEXTS } from './text-table.js'
import { tableRows } from './word-lists.js'
import { writeRows } from './write-segment.js'

/** A text that is to be found no more, and the terms that were indexed of it. */
export type IndexedTerms = Omit<TermsToIndex, 'length'>

/**
 * Takes texts out of a bank's word index, at once and wholly: no list names them any more, nor does what is being made of
 * such lists.
 */
export function* removeTexts(env: Env, bank: string, texts: readonly IndexedTerms[]): Tx<void> {
  if (texts.length === 0) return
  const rids = texts.map(({ rid }) => rid)
  const waiting = new Set(
    yield* column<number>(sql`select rid from posting_tail where bank = ${bank} and rid ${inInt(rids)}`),
  )
  if (waiting.size > 0)
    yield* run(sql`delete from posting_tail where bank = ${bank} and rid ${inInt([...waiting])}`)
  const listed = texts.filter(({ rid }) => !waiting.has(rid))
  if (listed.length === 0) return
  yield* dropUnused(bank)
  const first = listed.reduce((least, { rid }) => Math.min(least, rid), Number.MAX_SAFE_INTEGER)
  const last = listed.reduce((most, { rid }) => Math.max(most, rid), 0)
  const segments = yield* column<number>(sql`
    select segment from posting_segment
    where bank = ${bank} and state = 1 and first_rid <= ${last} and last_rid >= ${first} order by segment`)
  for (const segment of segments) yield* removeFrom(env, { bank, segment }, listed)
}

/**
 * Takes away what is not searched: what is being made of segments that change, and what was made anew and is on its way out.
 * Who makes it notices.
 */
export function* dropUnused(bank: string): Tx<void> {
  yield* run(sql`delete from posting_merge where bank = ${bank}`)
  const unused = yield* column<number>(sql`
    select segment from posting_segment where bank = ${bank} and state <> 1`)
  if (unused.length === 0) return
  yield* run(sql`delete from posting where bank = ${bank} and segment ${inInt(unused)}`)
  yield* run(sql`delete from posting_segment where bank = ${bank} and segment ${inInt(unused)}`)
}

interface Place {
  readonly bank: string
  readonly segment: number
}

function* removeFrom(env: Env, place: Place, texts: readonly IndexedTerms[]): Tx<void> {
  const { bank, segment } = place
  const gone = yield* removeFromTable(place, new Set(texts.map(({ rid }) => rid)))
  if (gone.size === 0) return
  const keys = new Set<number>()
  for (const { rid, words, parts } of texts) {
    if (gone.has(rid)) for (const key of textPostings(words, parts).keys) keys.add(key)
  }
  const places = new Set(gone.values())
  const rows = yield* all<{ token: number; content: Uint8Array }>(sql`
    select token, content from posting where bank = ${bank} and segment = ${segment} and token ${inInt(
      yield* tokensOfRows(place, [...keys]),
    )}`)
  for (const { token, content } of rows) yield* rewrite(place, token, withoutTexts(content, keys, places))
  yield* unwaited(
    run(sql`
      update posting_segment set gone = gone + ${gone.size}, stamp = ${freshNumber(env)}
      where bank = ${bank} and segment = ${segment}`),
  )
}

/** Under which tokens the rows stand that hold these, each once. */
function* tokensOfRows({ bank, segment }: Place, keys: readonly number[]): Tx<number[]> {
  const tokens = yield* column<number>(sql`
    select (
      select max(p.token) from posting p
      where p.bank = ${bank} and p.segment = ${segment} and p.token between 0 and k.value
    ) as token from ${listInt(keys)} as k`)
  return [...new Set(tokens.filter((token) => token !== null))]
}

function withoutTexts(
  content: Uint8Array,
  keys: ReadonlySet<number>,
  places: ReadonlySet<number>,
): TokenList[] {
  const kept: TokenList[] = []
  for (const list of listsIn(content)) {
    const left = keys.has(list.key) ? without(list, places) : list
    if (left !== undefined) kept.push(left)
  }
  return kept
}

/** Takes row numbers and lengths out of a segment's table. Answers which texts it had, and where. */
function* removeFromTable(place: Place, rids: ReadonlySet<number>): Tx<Map<number, number>> {
  const gone = new Map<number, number>()
  const rows = yield* tableRows(place.bank, place.segment)
  for (const [page, { token, content }] of rows.entries()) {
    const table = readTexts(content)
    const had = [...rids].flatMap((rid) => {
      const at = table.rids.indexOf(rid)
      return at === -1 ? [] : [{ rid, at }]
    })
    if (had.length === 0) continue
    const kept = { rids: table.rids.slice(), lengths: table.lengths.slice() } // slice-ok: numbers
    for (const { rid, at } of had) {
      kept.rids[at] = 0
      kept.lengths[at] = 0
      gone.set(rid, page * TABLE_TEXTS + at)
    }
    yield* replaceRow(place, token, [{ token, content: packTexts(kept.rids, kept.lengths) }])
  }
  return gone
}

function* rewrite(place: Place, token: number, lists: readonly TokenList[]): Tx<void> {
  yield* replaceRow(place, token, [...packRows(lists)])
}

/** In new rows: what is changed in place can leave its old bytes behind. */
function* replaceRow(
  place: Place,
  token: number,
  rows: readonly { readonly token: number; readonly content: Uint8Array }[],
): Tx<void> {
  yield* unwaited(
    run(
      sql`delete from posting where bank = ${place.bank} and segment = ${place.segment} and token = ${token}`,
    ),
  )
  yield* writeRows(place, rows)
}
