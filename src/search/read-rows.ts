import type { ItemId, ItemKind, Trust } from '../items/item.js'
import { alt, inInt, listInt, type Sql, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { Candidate, FoundRow, RowTurn } from './candidate.js'

/** Its place among what was said, without the tools' calls and results between; turn_by_place is of this. */
const placeInTalk = sql`case u.said when 0 then u.seq else u.said end`

/**
 * The bank's items behind these rows of the index, oldest first: scores are sums, which come out alike only where they are
 * added up in one order. Rows of other banks are not there. `only`: a further condition on the item's row `i`.
 */
export function* readCandidates(
  bank: string,
  textRids: readonly number[],
  only: Sql = sql``,
): Tx<Candidate[]> {
  const rows = yield* all<CandidateColumns>(sql`
    select i.rid, i.id, i.kind, i.trust, i.occurred_at, x.body,
      t.words, t.parts, t.length, u.session_rid, ${placeInTalk} as seq, u.role, u.speaker
    from item_terms t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    join item_text x on x.bank = t.bank and x.rid = t.rid
    left join turn u on u.bank = t.bank and u.item_rid = t.item_rid
    where t.bank = ${bank} and t.rid ${inInt(textRids)} ${only}`)
  return oldestFirst(rows).map((row) => toCandidate(bank, row))
}

/** A place in a conversation: row number of the session, position among what was said in it. */
export type Place = readonly [session: number, seq: number]

/** Turns of the bank at these places, those that are still there, oldest first. */
export function* readTurns(bank: string, places: readonly Place[]): Tx<Candidate[]> {
  const rows = yield* all<CandidateColumns>(sql`
    select i.rid, i.id, i.kind, i.trust, i.occurred_at, x.body,
      t.words, t.parts, t.length, u.session_rid, ${placeInTalk} as seq, u.role, u.speaker
    from ${listPlaces(places)} as place
    cross join turn u
    join item i on i.bank = u.bank and i.rid = u.item_rid
    join item_text x on x.bank = u.bank and x.rid = i.text_rid
    join item_terms t on t.bank = u.bank and t.rid = i.text_rid
    where u.bank = ${bank} and u.session_rid = place.session_rid and ${placeInTalk} = place.seq`)
  return oldestFirst(rows).map((row) => toCandidate(bank, row))
}

/** The same without their segmented texts, and only those that also match `only`. */
export function* readTurnRows(bank: string, places: readonly Place[], only: Sql = sql``): Tx<FoundRow[]> {
  const rows = yield* all<RowColumns>(sql`
    select i.rid, i.id, i.kind, i.trust, i.occurred_at, x.body, u.session_rid, ${placeInTalk} as seq, u.role, u.speaker
    from ${listPlaces(places)} as place
    cross join turn u
    join item i on i.bank = u.bank and i.rid = u.item_rid
    join item_text x on x.bank = u.bank and x.rid = i.text_rid
    where u.bank = ${bank} and u.session_rid = place.session_rid and ${placeInTalk} = place.seq and i.quotes = 0 ${only}`)
  return rows.map((row) => toRow(bank, row))
}

/** For a `cross join` behind it: SQLite is to begin with the places. */
function listPlaces(places: readonly Place[]): Sql {
  const list = JSON.stringify(places)
  return sql`(select ${alt(
    sql`json_extract(value, '$[0]') as session_rid, json_extract(value, '$[1]') as seq from json_each(${list})`,
    // Arrays, as in listInt (../store/sql.ts).
    sql`session_rid, seq from unnest(${placesOf(list, 0)}, ${placesOf(list, 1)}) as t(session_rid, seq)`,
  )})`
}

function placesOf(list: string, at: 0 | 1): Sql {
  return sql`array(select cast(value ->> cast(${at} as int) as bigint)
    from json_array_elements(cast(cast(${list} as text) as json)) as t(value))`
}

/** The bank's items of these row numbers, in their order. */
export function* readRows(bank: string, rids: readonly number[], only: Sql = sql``): Tx<FoundRow[]> {
  if (rids.length === 0) return []
  const rows = yield* all<RowColumns>(sql`
    select i.rid, i.id, i.kind, i.trust, i.occurred_at, x.body, u.session_rid, ${placeInTalk} as seq, u.role, u.speaker
    from ${listInt(rids)} as wanted
    cross join item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join turn u on u.bank = i.bank and u.item_rid = i.rid
    where i.bank = ${bank} and i.rid = wanted.value ${only}`)
  const byRid = new Map(rows.map((row) => [row.rid, row]))
  return rids.flatMap((rid) => {
    const row = byRid.get(rid)
    return row === undefined ? [] : toRow(bank, row)
  })
}

/** A stretch of time, from its beginning to before its end, milliseconds UTC. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The bank's latest items of a stretch of time, newest first. What quotes is there with its source. */
export function* readBetween(bank: string, { from, to }: Stretch, only: Sql, limit: number): Tx<FoundRow[]> {
  const rows = yield* all<RowColumns>(sql`
    select i.rid, i.id, i.kind, i.trust, i.occurred_at, x.body,
      u.session_rid, ${placeInTalk} as seq, u.role, u.speaker
    from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join turn u on u.bank = i.bank and u.item_rid = i.rid
    where i.bank = ${bank} and i.occurred_at >= ${from} and i.occurred_at < ${to} and i.quotes = 0 ${only}
    order by i.occurred_at desc, i.rid desc
    limit ${limit}`)
  return rows.map((row) => toRow(bank, row))
}

/** The bank's items behind these vectors, in no order: those whose text still is the one that was embedded. */
export function* readPassages(
  bank: string,
  vectorRids: readonly number[],
  only: Sql,
): Tx<(readonly [number, Candidate])[]> {
  const rows = yield* all<CandidateColumns & { readonly vector_rid: number }>(sql`
    select e.rid as vector_rid, i.rid, i.id, i.kind, i.trust, i.occurred_at, x.body,
      t.words, t.parts, t.length, u.session_rid, ${placeInTalk} as seq, u.role, u.speaker
    from embedding e
    join item i on i.bank = e.bank and i.rid = e.item_rid and i.text_rid = e.text_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    join item_terms t on t.bank = i.bank and t.rid = i.text_rid
    left join turn u on u.bank = i.bank and u.item_rid = i.rid
    where e.bank = ${bank} and e.rid ${inInt(vectorRids)} ${only}`)
  return rows.map((row) => [row.vector_rid, toCandidate(bank, row)])
}

/** Here and not by the statement, for which an engine would sort whole texts. */
function oldestFirst<R extends RowColumns>(rows: R[]): R[] {
  return rows.sort((a, b) => a.rid - b.rid)
}

interface RowColumns {
  readonly rid: number
  readonly id: string
  readonly kind: string
  readonly trust: string
  readonly occurred_at: number | null
  readonly body: string
  readonly session_rid: number | null
  readonly seq: number | null
  readonly role: string | null
  readonly speaker: string | null
}

interface CandidateColumns extends RowColumns {
  readonly words: string
  readonly parts: string
  readonly length: number
}

// Written out twice: copying one object into another was a tenth of a search.
function toCandidate(bank: string, row: CandidateColumns): Candidate {
  return {
    bank,
    rid: row.rid,
    id: row.id as ItemId,
    kind: row.kind as ItemKind,
    trust: row.trust as Trust,
    occurredAt: row.occurred_at,
    text: row.body,
    turn: toTurn(row),
    words: row.words,
    parts: row.parts,
    length: row.length,
  }
}

function toRow(bank: string, row: RowColumns): FoundRow {
  return {
    bank,
    rid: row.rid,
    id: row.id as ItemId,
    kind: row.kind as ItemKind,
    trust: row.trust as Trust,
    occurredAt: row.occurred_at,
    text: row.body,
    turn: toTurn(row),
  }
}

function toTurn({ session_rid: session, seq, role, speaker }: RowColumns): RowTurn | null {
  return session === null || seq === null || role === null ? null : { session, seq, role, speaker }
}
