import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import type { BankId, Reach } from '../../reach.js'
import { inInt, type Sql, sql } from '../../store/sql.js'
import { column, type Tx } from '../../store/statement.js'
import type { FactCategory } from '../fact-category.js'
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
 * Facts of the banks that may be read: those that hold, pinned and weighty ones first; of a key its history, of a time
 * what was true then, the latest first. Throws `invalid_input` for what cannot be a key.
 */
export async function listFacts(spine: Spine, reach: Reach, query: FactQuery): Promise<ListedFact[]> {
  const own = { ...spine, identityKey: await currentIdentityKey(spine) }
  const found: ListedFact[] = []
  for (const bank of reach.reads) found.push(...(await spine.store.read(listIn, own, bank, query)))
  return found.slice(0, query.limit)
}

function* listIn(spine: Spine, bank: BankId, query: FactQuery): Tx<ListedFact[]> {
  const rids = yield* matching(spine, bank, query)
  const items = new Map(
    (yield* readItems(spine, bank, sql`i.rid ${inInt(rids)}`)).map((item) => [item.rid, item]),
  )
  const links = yield* sourcesOf(
    bank,
    [...items.values()].map(({ id }) => id),
  )
  return rids.flatMap((rid) => {
    const item = items.get(rid)
    if (item === undefined) return []
    return { ...item, sources: links.filter((link) => link.item === item.id).map(({ source }) => source) }
  })
}

/** The row numbers of the first of them, in their order. */
function* matching(spine: Spine, bank: BankId, query: FactQuery): Tx<number[]> {
  const { category, key, asOf, knownAt, includesPast, limit } = query
  const ofCategory = category === undefined ? sql`` : sql`and f.category = ${category}`
  const time = asOf ?? knownAt
  const holding =
    time !== undefined
      ? believed(bank, time, knownAt)
      : key !== undefined || includesPast
        ? sql``
        : sql`and f.status = 'active'`
  const order =
    time !== undefined || key !== undefined
      ? sql`f.valid_from desc, f.item_rid desc`
      : sql`f.pinned desc, f.importance desc, f.item_rid desc`
  const narrowed = key === undefined ? [sql``] : (yield* keyHashesOf(spine, bank, key)).map(ofKey)
  const rids: number[] = []
  for (const one of narrowed) {
    rids.push(
      ...(yield* column<number>(sql`
        select f.item_rid from fact f
        where f.bank = ${bank} ${one} ${ofCategory} ${holding} order by ${order} limit ${limit}`)),
    )
  }
  return rids
}

function ofKey(hash: Uint8Array): Sql {
  return sql`and f.key_hash = ${hash}`
}

/** Held to be true of a time, by what was believed at another. */
function believed(bank: string, time: number, knownAt: number | undefined): Sql {
  const known =
    knownAt === undefined
      ? sql`b.until is null`
      : sql`b.since <= ${knownAt} and (b.until is null or b.until > ${knownAt})`
  return sql`
    and f.valid_from <= ${time} and exists (
      select 1 from fact_belief b
      where b.bank = ${bank} and b.item_rid = f.item_rid and ${known}
        and (b.valid_until is null or b.valid_until > ${time}))`
}
