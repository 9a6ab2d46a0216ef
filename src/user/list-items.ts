import { setImmediate as nextTurn } from 'node:timers/promises'
import { findEntities, findEntityById } from '../graph/find-entities.js'
import {
  type FactStatus,
  type ItemId,
  type ItemKind,
  isItemId,
  type Origin,
  type Trust,
} from '../items/item.js'
import { portions } from '../items/portions.js'
import { readBodies } from '../items/read-bodies.js'
import { type FoundItem, readItems } from '../items/read-items.js'
import { currentIdentityKey, type Spine } from '../items/spine.js'
import type { BankId, Reach } from '../reach.js'
import { inInt, inText, type Sql, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import { substring } from '../text/substring.js'
import type { FactCategory } from './fact-category.js'
import { factKinds } from './facts/fact.js'
import { NO_EVIDENCE, remembered } from './remembered.js'
import { readTags } from './tag.js'

export interface ItemQuery {
  readonly kinds: readonly ItemKind[]
  readonly origins?: readonly Origin[] | undefined
  readonly trusts?: readonly Trust[] | undefined
  readonly statuses?: readonly FactStatus[] | undefined
  readonly categories?: readonly FactCategory[] | undefined
  /** Only notes that have all of these. */
  readonly tags?: readonly string[] | undefined
  /** Only what names this entity, by its id or a name. */
  readonly entity?: string | undefined
  /** Row number and bank of a session. */
  readonly session?: { readonly bank: string; readonly rid: number } | undefined
  readonly contains?: string | undefined
  /** Milliseconds UTC; `until` itself is outside. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly after?: ItemPlace | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where an item stands among all: by its time, then by its id. It stays true whatever is added or forgotten. */
export interface ItemPlace {
  readonly at: number
  readonly id: string
}

export interface ItemList {
  readonly items: readonly FoundItem[]
  /** Where the next page begins; undefined when this is the last. */
  readonly next: ItemPlace | undefined
}

/**
 * Items of the banks that may be read, by when they happened, undated ones by when they were recorded. Of a rare thing in a
 * large memory a page may hold few: it ends where much was looked at, and the next goes on from there.
 */
export async function listItems(spine: Spine, reach: Reach, asked: ItemQuery): Promise<ItemList> {
  const query = { ...asked, kinds: possibleKinds(asked) }
  const order = comparing(query.order)
  const found: Found[] = []
  const ends: ItemPlace[] = []
  for (const bank of reach.reads) {
    for (const walk of await walksOf(spine, bank, query)) {
      const { rows, end } = await walkThrough(spine, walk, query)
      found.push(...rows)
      if (end !== undefined) ends.push(end)
    }
  }
  // Behind the place where the first walk was broken off, others may have found what it has yet to come to.
  const [end] = ends.sort(order)
  const within = found.filter((row) => end === undefined || order(row, end) <= 0).sort(order)
  const page = within.slice(0, query.limit)
  const isMore = within.length > page.length
  return { items: await readAll(spine, reach, page), next: isMore ? page.at(-1) : end }
}

/** Only notes have tags, only facts a status. */
function possibleKinds({ kinds, tags, statuses, categories }: ItemQuery): readonly ItemKind[] {
  const isFact = (kind: ItemKind) => factKinds.some((one) => one === kind)
  return kinds.filter(
    (kind) =>
      (tags === undefined || kind === 'thought') &&
      ((statuses === undefined && categories === undefined) || isFact(kind)),
  )
}

type Order = (a: ItemPlace, b: ItemPlace) => number

function comparing(order: ItemQuery['order']): Order {
  const oldest: Order = (a, b) => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id))
  return order === 'oldest' ? oldest : (a, b) => oldest(b, a)
}

interface Row extends ItemPlace {
  readonly id: ItemId
  readonly text_rid: number
  readonly length: number
  /** Whether it is what was asked for, but for the piece of text. */
  readonly fits: number
}

interface Found extends Row {
  readonly bank: BankId
}

/** A list that stands in the order of an index, or is short enough to be put in order each time. */
interface Walk {
  readonly bank: BankId
  /** With the beginning of its conditions. */
  readonly from: Sql
  readonly matching: Sql
  /** Rows come off the index as they are: a statement that skipped what is not wanted would go on for a whole memory. */
  readonly isInOrder: boolean
}

const time = sql`coalesce(i.occurred_at, i.recorded_at)`

async function walksOf(spine: Spine, bank: BankId, query: ItemQuery): Promise<readonly Walk[]> {
  const identityKey = await currentIdentityKey(spine)
  const tags = query.tags === undefined ? [] : readTags({ identityKey }, bank, query.tags)
  const tagged = tags.map(
    ({ key }) =>
      sql`exists (select 1 from thought_tag g where g.bank = ${bank} and g.item_id = i.id and g.tag_key = ${key})`,
  )
  const matching = [...narrowing(bank, query), ...tagged].reduce(
    (sum, one) => sql`${sum} and ${one}`,
    // Whoever names a tag wants what has it.
    query.tags === undefined ? await remembered(spine, bank) : NO_EVIDENCE,
  )
  const ofKinds = sql`i.kind ${inText(query.kinds)}`
  if (query.entity !== undefined) {
    const rids = await spine.store.read(entityRids, { identityKey }, bank, query.entity)
    // In this order: SQLite would walk through all items of a kind first.
    const from = sql`mention m cross join item i where m.bank = ${bank} and i.bank = ${bank} and i.rid = m.item_rid`
    // An item names an entity by more than one name.
    const isFirst = sql`not exists (select 1 from mention o where o.bank = m.bank and o.item_rid = m.item_rid
      and o.entity_rid ${inInt(rids)} and o.name_rid < m.name_rid)`
    return [
      {
        bank,
        from,
        matching: sql`m.entity_rid ${inInt(rids)} and ${isFirst} and ${ofKinds} and ${matching}`,
        isInOrder: false,
      },
    ]
  }
  if (query.session !== undefined) {
    if (query.session.bank !== bank) return []
    const from = sql`turn s cross join item i where s.bank = ${bank} and i.bank = ${bank} and i.rid = s.item_rid`
    return [
      {
        bank,
        from,
        matching: sql`s.session_rid = ${query.session.rid} and ${ofKinds} and ${matching}`,
        isInOrder: false,
      },
    ]
  }
  return query.kinds.map((kind) => ({
    bank,
    from: sql`item i where i.bank = ${bank} and i.kind = ${kind}`,
    matching,
    isInOrder: true,
  }))
}

function narrowing(bank: BankId, { origins, trusts, statuses, categories }: ItemQuery): Sql[] {
  const ofFact = (column: Sql) =>
    sql`exists (select 1 from fact f where f.bank = ${bank} and f.item_rid = i.rid and ${column})`
  return [
    ...(origins === undefined ? [] : [sql`i.origin ${inText(origins)}`]),
    ...(trusts === undefined ? [] : [sql`i.trust ${inText(trusts)}`]),
    ...(statuses === undefined ? [] : [ofFact(sql`f.status ${inText(statuses)}`)]),
    ...(categories === undefined ? [] : [ofFact(sql`f.category ${inText(categories)}`)]),
  ]
}

function* entityRids(spine: Pick<Spine, 'identityKey'>, bank: BankId, entity: string): Tx<readonly number[]> {
  if (!isItemId(entity)) return yield* findEntities(spine, bank, entity)
  const rid = yield* findEntityById(bank, entity.toLowerCase())
  return rid === undefined ? [] : [rid]
}

interface Walked {
  readonly rows: readonly Found[]
  /** The last that was looked at, where the walk was broken off; undefined where it came to its end, or found enough. */
  readonly end: ItemPlace | undefined
}

/** One more than a page holds. */
async function walkThrough({ store }: Spine, walk: Walk, query: ItemQuery): Promise<Walked> {
  const { limit, signal, contains, after } = query
  const wanted = limit + 1
  const piece = contains === undefined ? undefined : substring(contains)
  let rowsPerPage = piece === undefined ? wanted : PAGE_ROWS
  const found: Found[] = []
  let looked = 0
  let place = after
  for (;;) {
    const rows = await store.query(pageOf(walk, query, place, rowsPerPage))
    for (const portion of portions(rows.filter(({ fits }) => fits === 1))) {
      const bodies =
        piece === undefined
          ? undefined
          : await store.read(
              readBodies,
              walk.bank,
              portion.map((row) => row.text_rid),
            )
      const matching = portion.filter(({ text_rid }) => piece?.isIn(bodies?.get(text_rid) ?? '') ?? true)
      found.push(...matching.map((row) => ({ ...row, bank: walk.bank })))
      if (found.length >= wanted) return { rows: found.slice(0, wanted), end: undefined }
      signal?.throwIfAborted()
      await nextTurn()
    }
    looked += rows.length
    place = rows.at(-1)
    if (place === undefined || rows.length < rowsPerPage) return { rows: found, end: undefined }
    if (looked >= LOOKED_MAX) return { rows: found, end: place }
    rowsPerPage = Math.max(wanted, PAGE_ROWS)
  }
}

const PAGE_ROWS = 500
/** What one call looks through of each kind: some tenths of a second. */
const LOOKED_MAX = 20_000

function pageOf(walk: Walk, query: ItemQuery, place: ItemPlace | undefined, limit: number) {
  const { order, contains, since = OLDEST_AT, until = NEWEST_AT } = query
  const { matching, isInOrder } = walk
  const within = sql`${time} >= ${since} and ${time} < ${until}`
  const length =
    contains === undefined
      ? sql`0`
      : sql`coalesce((select w.length from item_terms w where w.bank = i.bank and w.rid = i.text_rid), 0)`
  const fits = isInOrder ? sql`case when ${matching} then 1 else 0 end` : sql`1`
  const row = sql`i.id, ${time} as at, i.text_rid, ${length} as length, ${fits} as fits`
  const from = isInOrder ? walk.from : sql`${walk.from} and ${matching}`
  // For an expression SQLite takes only the plain comparison as a bound.
  return order === 'newest'
    ? all<Row>(sql`
        select ${row} from ${from}
          and ${within} and ${time} <= ${place?.at ?? NEWEST_AT}
          and (${time}, i.id) < (${place?.at ?? NEWEST_AT}, ${place?.id ?? ''})
        order by ${time} desc, i.id desc limit ${limit}`)
    : all<Row>(sql`
        select ${row} from ${from}
          and ${within} and ${time} >= ${place?.at ?? OLDEST_AT}
          and (${time}, i.id) > (${place?.at ?? OLDEST_AT}, ${place?.id ?? ''})
        order by ${time}, i.id limit ${limit}`)
}

const NEWEST_AT = Number.MAX_SAFE_INTEGER
const OLDEST_AT = Number.MIN_SAFE_INTEGER

async function readAll(spine: Spine, { reads }: Reach, page: readonly Found[]): Promise<FoundItem[]> {
  const items = new Map<string, FoundItem>()
  for (const bank of reads) {
    const ids = page.filter((row) => row.bank === bank).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const item of await spine.store.read(readItems, spine, bank, sql`i.id ${inText(ids)}`))
      items.set(item.id, item)
  }
  return page.flatMap(({ id }) => items.get(id) ?? [])
}
