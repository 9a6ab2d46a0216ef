import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import type { BankId, Reach } from '../../reach.js'
import { inText, type Sql, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
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
  const ids = yield* matching(spine, bank, query)
  const items = new Map(
    (yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)).map((item) => [item.id, item]),
  )
  const links = yield* sourcesOf(bank, ids)
  return ids.flatMap((id) => {
    const item = items.get(id)
    if (item === undefined) return []
    return { ...item, sources: links.filter((link) => link.item === id).map(({ source }) => source) }
  })
}

interface Match {
  readonly id: ItemId
  readonly rid: number
  readonly pinned: number
  readonly importance: number
  readonly valid_from: number
}

/** The ids of the first of them, in their order. */
function* matching(spine: Spine, bank: BankId, query: FactQuery): Tx<ItemId[]> {
  const { category, key, asOf, knownAt, includesPast, limit } = query
  const time = asOf ?? knownAt
  const isHistory = time !== undefined || key !== undefined
  const order = isHistory
    ? sql`f.valid_from desc, f.item_rid desc`
    : sql`f.pinned desc, f.importance desc, f.item_rid desc`
  const when = time === undefined ? sql`` : believed(bank, time, knownAt)
  const ofCategory = category === undefined ? sql`` : sql`and f.category = ${category}`
  const found: Match[] = []
  for (const part of yield* partsOf(spine, bank, { key, isAll: isHistory || includesPast })) {
    found.push(
      ...(yield* all<Match>(sql`
        select i.id, f.item_rid as rid, f.pinned, f.importance, f.valid_from
        from fact f join item i on i.bank = f.bank and i.rid = f.item_rid
        where f.bank = ${bank} ${part} ${ofCategory} ${when} order by ${order} limit ${limit}`)),
    )
  }
  found.sort((a, b) =>
    isHistory
      ? b.valid_from - a.valid_from || b.rid - a.rid
      : b.pinned - a.pinned || b.importance - a.importance || b.rid - a.rid,
  )
  return found.slice(0, limit).map(({ id }) => id)
}

/** Each in the order of an index: of what holds, what the user said and what others did. */
function* partsOf(
  spine: Spine,
  bank: BankId,
  { key, isAll }: { readonly key: string | undefined; readonly isAll: boolean },
): Tx<Sql[]> {
  if (key !== undefined) return (yield* keyHashesOf(spine, bank, key)).map(ofKey)
  if (isAll) return [sql``]
  return [1, 0].map((stated) => sql`and f.status = 'active' and f.stated = ${stated}`)
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
