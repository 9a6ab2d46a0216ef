import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import type { BankId, Reach } from '../../reach.js'
import { inText, type Sql, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
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
export async function listFacts(spine: Spine, reach: Reach, query: FactQuery): Promise<ListedFact[]> {
  const own = { ...spine, identityKey: await currentIdentityKey(spine) }
  const found: Listed[][] = []
  for (const bank of reach.reads) found.push(await spine.store.read(listIn, own, bank, query))
  return merged(found, orderOf(query), query.limit).map(({ fact }) => fact)
}

interface Listed extends Match {
  readonly fact: ListedFact
}

function* listIn(spine: Spine, bank: BankId, query: FactQuery): Tx<Listed[]> {
  const matches = yield* matching(spine, bank, query)
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
  readonly valid_from: number
}

/** The first of them, in their order. */
function* matching(spine: Spine, bank: BankId, query: FactQuery): Tx<Match[]> {
  const { category, asOf, knownAt, limit } = query
  const time = asOf ?? knownAt
  const when = time === undefined ? sql`` : believed(bank, time, knownAt)
  const ofCategory = category === undefined ? sql`` : sql`and f.category = ${category}`
  const parts: Match[][] = []
  for (const { part, order } of yield* partsOf(spine, bank, query)) {
    parts.push(
      yield* all<Match>(sql`
        select i.id, f.item_rid as rid, f.status, f.pinned, f.importance, f.valid_from
        from fact f join item i on i.bank = f.bank and i.rid = f.item_rid
        where f.bank = ${bank} ${part} ${ofCategory} ${when} order by ${order} limit ${limit}`),
    )
  }
  return merged(parts, orderOf(query), limit)
}

interface Part {
  readonly part: Sql
  readonly order: Sql
}

const BY_WEIGHT = sql`f.pinned desc, f.importance desc, f.item_rid desc`
const BY_TIME = sql`f.valid_from desc, f.item_rid desc`

/** Each in the order of an index: of what holds, what the user said and what others did; the rest by its time. */
function* partsOf(
  spine: Spine,
  bank: BankId,
  { key, asOf, knownAt, includesPast }: FactQuery,
): Tx<readonly Part[]> {
  if (key !== undefined) {
    return (yield* keyHashesOf(spine, bank, key)).flatMap((hash) => [
      { part: sql`and f.key_hash = ${hash} and f.status = 'active'`, order: BY_TIME },
      { part: sql`and f.key_hash = ${hash} and f.status <> 'active'`, order: BY_TIME },
    ])
  }
  const ofStatus = (status: FactStatus): Part => ({ part: sql`and f.status = ${status}`, order: BY_TIME })
  if (knownAt !== undefined) return factStatuses.map(ofStatus)
  if (asOf !== undefined) return [ofStatus('active'), ofStatus('superseded')]
  const holding = [1, 0].map((stated) => ({
    part: sql`and f.status = 'active' and f.stated = ${stated}`,
    order: BY_WEIGHT,
  }))
  return includesPast
    ? [...holding, ...factStatuses.filter((status) => status !== 'active').map(ofStatus)]
    : holding
}

type Order = (a: Match, b: Match) => number

/** The same as that of the parts. Across banks there are no row numbers: ids are as old as what they name. */
function orderOf({ key, asOf, knownAt }: FactQuery): Order {
  const byTime: Order = (a, b) => b.valid_from - a.valid_from || compare(b.id, a.id)
  const byWeight: Order = (a, b) => b.pinned - a.pinned || b.importance - a.importance || compare(b.id, a.id)
  const isHeld = ({ status }: Match) => Number(status === 'active')
  if (key === undefined && (asOf ?? knownAt) !== undefined) return byTime
  return (a, b) =>
    isHeld(b) - isHeld(a) || (key === undefined && isHeld(a) === 1 ? byWeight(a, b) : byTime(a, b))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

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
