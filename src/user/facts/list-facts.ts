import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import type { BankId, Reach } from '../../reach.js'
import { inText, type Sql, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import type { FactCategory } from '../fact-category.js'
import { type FactStatus, factStatuses } from './fact.js'
import { keyHashesOf } from './named-key.js'

export interface FactQuery {
  readonly category?: FactCategory | undefined
  /** All that ever held this key, the newest first: `user.location`, `person.mia.employer`. */
  readonly key?: string | undefined
  /** What was true then, by what we knew at `knownAt`; else by what we know now. Milliseconds UTC. */
  readonly asOf?: number | undefined
  /** What we believed then; of that time, where `asOf` names no other. */
  readonly knownAt?: number | undefined
  /** Also what was superseded, taken back or waits. */
  readonly includesPast: boolean
  readonly limit: number
  /** Go on behind these. */
  readonly after?: FactPlace | undefined
}

/** The last that was listed of each bank that may be read, in their order; null where none was. */
export type FactPlace = readonly (FactMark | null)[]

/** Where a fact stood in the list of its bank: what it is ordered by then, whatever becomes of it. */
export interface FactMark {
  readonly isHeld: boolean
  readonly pinned: number
  readonly importance: number
  readonly validFrom: number
  readonly id: ItemId
}

export interface FactList {
  readonly facts: readonly ListedFact[]
  /** Where the next page begins; undefined when this is the last. */
  readonly next: FactPlace | undefined
}

export interface ListedFact extends FoundItem {
  /** Ids of the items that state it. */
  readonly sources: readonly ItemId[]
}

/**
 * Facts of the banks that may be read: those that hold, pinned and weighty ones first, then what is past, the latest
 * first; of a key its history, what holds first; of a time what was true then, the latest first. Throws `invalid_input`
 * for what cannot be a key.
 */
export async function listFacts(spine: Spine, reach: Reach, query: FactQuery): Promise<FactList> {
  const own = { ...spine, identityKey: await currentIdentityKey(spine) }
  const wanted = { ...query, limit: query.limit + 1 }
  const lists: Listed[][] = []
  for (const [index, bank] of reach.reads.entries()) {
    const listed = await spine.store.read(listIn, own, bank, wanted, query.after?.[index] ?? null)
    lists.push(listed.map((one) => ({ ...one, bank: index })))
  }
  // Across banks there are no row numbers: ids are as old as what they name.
  const found = merged(lists, orderOf(query, byId), wanted.limit)
  const page = found.slice(0, query.limit) // slice-ok: a list
  const markOf = (index: number): FactMark | null => {
    const last = page.findLast(({ bank }) => bank === index)
    if (last === undefined) return query.after?.[index] ?? null
    const { pinned, importance, validFrom, id } = last
    return { isHeld: isHeld(last), pinned, importance, validFrom, id }
  }
  return {
    facts: page.map(({ fact }) => fact),
    next: found.length > page.length ? reach.reads.map((_, index) => markOf(index)) : undefined,
  }
}

interface Found extends Match {
  readonly fact: ListedFact
}

interface Listed extends Found {
  /** Its place among those that may be read. */
  readonly bank: number
}

function* listIn(spine: Spine, bank: BankId, query: FactQuery, after: FactMark | null): Tx<Found[]> {
  const matches = yield* matching(spine, bank, query, after)
  const ids = matches.map(({ id }) => id)
  const items = new Map(
    (yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)).map((item) => [item.id, item]),
  )
  const links = yield* sourcesOf(bank, ids)
  return matches.flatMap((match) => {
    const item = items.get(match.id)
    if (item === undefined) return []
    const sources = links.filter((link) => link.item === match.id).map(({ source }) => source)
    return { ...match, fact: { ...item, sources } }
  })
}

interface Match {
  readonly id: ItemId
  readonly rid: number
  readonly status: FactStatus
  readonly pinned: number
  readonly importance: number
  readonly validFrom: number
}

/** The first of them, in their order. */
function* matching(spine: Spine, bank: BankId, query: FactQuery, after: FactMark | null): Tx<Match[]> {
  const { category, asOf, knownAt, limit } = query
  const time = asOf ?? knownAt
  const when = time === undefined ? sql`` : believed(bank, time, knownAt)
  const ofCategory = category === undefined ? sql`` : sql`and f.category = ${category}`
  const mark = after === null ? null : { ...after, rid: yield* ridUpTo(bank, after.id) }
  const parts: Match[][] = []
  for (const { part, order, turn } of yield* partsOf(spine, bank, query)) {
    const place = mark === null ? sql`` : behind(mark, order, turn)
    if (place === null) continue
    parts.push(
      yield* all<Match>(sql`
        select i.id, f.item_rid as rid, f.status, f.pinned, f.importance, f.valid_from as "validFrom"
        from fact f join item i on i.bank = f.bank and i.rid = f.item_rid
        where f.bank = ${bank} ${part} ${ofCategory} ${place} ${when} order by ${ORDERS[order]} limit ${limit}`),
    )
  }
  return merged(parts, orderOf(query, byRid), limit)
}

/** Of the item itself; where it is gone by now, of the one before it. */
function* ridUpTo(bank: string, id: ItemId): Tx<number> {
  const row = yield* get<{ rid: number }>(
    sql`select rid from item where bank = ${bank} and id <= ${id} order by id desc limit 1`,
  )
  return row?.rid ?? 0
}

/** What of a part comes behind a place; null where all of it came before. */
function behind(
  mark: FactMark & { rid: number },
  order: keyof typeof ORDERS,
  turn: Part['turn'],
): Sql | null {
  if (turn === 'held' && !mark.isHeld) return null
  if (turn === 'past' && mark.isHeld) return sql``
  return order === 'weight'
    ? sql`and (f.pinned, f.importance, f.item_rid) < (${mark.pinned}, ${mark.importance}, ${mark.rid})`
    : sql`and (f.valid_from, f.item_rid) < (${mark.validFrom}, ${mark.rid})`
}

const ORDERS = {
  weight: sql`f.pinned desc, f.importance desc, f.item_rid desc`,
  time: sql`f.valid_from desc, f.item_rid desc`,
} as const

interface Part {
  readonly part: Sql
  readonly order: keyof typeof ORDERS
  /** What holds comes before what is past, but where all are of one time. */
  readonly turn: 'held' | 'past' | 'any'
}

/** Each in the order of an index: of what holds, what the user said and what others did; the rest by its time. */
function* partsOf(
  spine: Spine,
  bank: BankId,
  { key, asOf, knownAt, includesPast }: FactQuery,
): Tx<readonly Part[]> {
  if (key !== undefined) {
    return (yield* keyHashesOf(spine, bank, key)).flatMap((hash): Part[] => [
      { part: sql`and f.key_hash = ${hash} and f.status = 'active'`, order: 'time', turn: 'held' },
      { part: sql`and f.key_hash = ${hash} and f.status <> 'active'`, order: 'time', turn: 'past' },
    ])
  }
  const ofStatus = (status: FactStatus, turn: Part['turn']): Part => ({
    part: sql`and f.status = ${status}`,
    order: 'time',
    turn,
  })
  if (knownAt !== undefined) return factStatuses.map((status) => ofStatus(status, 'any'))
  if (asOf !== undefined) return [ofStatus('active', 'any'), ofStatus('superseded', 'any')]
  const holding = [1, 0].map(
    (stated): Part => ({
      part: sql`and f.status = 'active' and f.stated = ${stated}`,
      order: 'weight',
      turn: 'held',
    }),
  )
  const past = factStatuses.filter((status) => status !== 'active').map((status) => ofStatus(status, 'past'))
  return includesPast ? [...holding, ...past] : holding
}

type Order = (a: Match, b: Match) => number

/** The same as that of the parts, with what comes first of those that weigh the same. */
function orderOf({ key, asOf, knownAt }: FactQuery, tie: Order): Order {
  const byTime: Order = (a, b) => b.validFrom - a.validFrom || tie(a, b)
  const byWeight: Order = (a, b) => b.pinned - a.pinned || b.importance - a.importance || tie(a, b)
  if (key === undefined && (asOf ?? knownAt) !== undefined) return byTime
  return (a, b) =>
    Number(isHeld(b)) - Number(isHeld(a)) || (key === undefined && isHeld(a) ? byWeight(a, b) : byTime(a, b))
}

const isHeld = ({ status }: Match): boolean => status === 'active'
const byRid: Order = (a, b) => b.rid - a.rid
const byId: Order = (a, b) => (a.id < b.id ? 1 : -Number(a.id > b.id))

/** The first of several lists, each of which stays in its order. */
function merged<T extends Match>(lists: readonly (readonly T[])[], order: Order, limit: number): T[] {
  const left = lists.filter((list) => list.length > 0).map((list) => [...list])
  const first: T[] = []
  while (left.length > 0 && first.length < limit) {
    left.sort(([a], [b]) => (a === undefined || b === undefined ? 0 : order(a, b)))
    const [next] = left
    const one = next?.shift()
    if (one !== undefined) first.push(one)
    if (next?.length === 0) left.shift()
  }
  return first
}

/** Held to be true of a time, by what was believed at another. Of a key what began last: it was said since. */
function believed(bank: string, time: number, knownAt: number | undefined): Sql {
  const known =
    knownAt === undefined
      ? sql`b.until is null`
      : sql`b.since <= ${knownAt} and (b.until is null or b.until > ${knownAt})`
  return sql`
    and f.valid_from <= ${time} and exists (
      select 1 from fact_belief b
      where b.bank = ${bank} and b.item_rid = f.item_rid and ${known}
        and (b.valid_until is null or b.valid_until > ${time}))
    and not exists (
      select 1 from fact g join fact_belief b on b.bank = g.bank and b.item_rid = g.item_rid
      where g.bank = ${bank} and g.key_hash = f.key_hash and g.valid_from > f.valid_from
        and g.valid_from <= ${time} and ${known} and (b.valid_until is null or b.valid_until > ${time}))`
}
