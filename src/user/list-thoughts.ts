import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemId } from '../items/item.js'
import { portions } from '../items/portions.js'
import { readBodies } from '../items/read-bodies.js'
import { type FoundItem, readItems } from '../items/read-items.js'
import { currentIdentityKey, type Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'
import { type Substring, substring } from '../text/substring.js'
import { readTags, type Tag } from './tag.js'

export interface ThoughtQuery {
  /** Only thoughts that have all of these. */
  readonly tags?: readonly string[] | undefined
  /** Only thoughts with this piece of text; nothing in it is syntax. */
  readonly contains?: string | undefined
  /** Milliseconds UTC; `until` itself is outside. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly limit: number
  /** Go on behind this one. */
  readonly before?: ThoughtPlace | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where a thought stands among all: by its time, then by its id. It stays true whatever is added or forgotten. */
export interface ThoughtPlace {
  readonly at: number
  readonly id: string
}

export interface ThoughtList {
  /** Newest first, by when it happened; undated ones by when they were recorded. */
  readonly items: readonly FoundItem[]
  /** Where the next page begins; undefined when this is the last. */
  readonly next: ThoughtPlace | undefined
}

/**
 * The thoughts of the banks that may be read. Reads page by page and lets others go on in between, so that a rare
 * piece of text in very many notes holds up no one. Throws `invalid_input` for a tag that cannot be one.
 */
export async function listThoughts(spine: Spine, reach: Reach, query: ThoughtQuery): Promise<ThoughtList> {
  const found: Found[] = []
  for (const bank of reach.reads) found.push(...(await findIn(spine, bank, query)))
  found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  const page = found.slice(0, query.limit)
  const items = new Map<string, FoundItem>()
  for (const bank of reach.reads) {
    const ids = page.filter((one) => one.bank === bank).map(({ id }) => id)
    for (const item of await spine.store.read(readItems, spine, bank, sql`i.id ${inText(ids)}`))
      items.set(item.id, item)
  }
  return {
    items: page.flatMap(({ id }) => items.get(id) ?? []),
    next: found.length > page.length ? page.at(-1) : undefined,
  }
}

interface Row extends ThoughtPlace {
  readonly id: ItemId
  readonly text_rid: number
  readonly length: number
}

interface Found extends Row {
  readonly bank: string
}

/** Rows of one page: of most notes only these few columns are read. */
const PAGE_ROWS = 500
/** Behind every time that can be written. */
const NEWEST: ThoughtPlace = { at: Number.MAX_SAFE_INTEGER, id: '' }
const OLDEST_AT = Number.MIN_SAFE_INTEGER

/** The first matches of one bank, one more than a page holds. */
async function findIn(spine: Spine, bank: string, query: ThoughtQuery): Promise<Found[]> {
  const { limit, signal, since = OLDEST_AT } = query
  const wanted = limit + 1
  const piece = query.contains === undefined ? undefined : substring(query.contains)
  const tags = await wantedTags(spine, bank, query.tags ?? [])
  const found: Found[] = []
  const rowsPerPage = piece === undefined && tags.length < 2 ? wanted : PAGE_ROWS
  let before = earlier(query.before ?? NEWEST, { at: query.until ?? NEWEST.at, id: '' })
  for (;;) {
    const rows = await spine.store.query(pageOf(bank, tags[0], { since, before, limit: rowsPerPage }))
    const tagged = await spine.store.read(withTags, bank, rows, tags.slice(1))
    for (const portion of portions(tagged)) {
      const matching = piece === undefined ? portion : await withPiece(spine, bank, portion, piece)
      found.push(...matching.map((row) => ({ ...row, bank })))
      if (found.length >= wanted) return found.slice(0, wanted)
      signal?.throwIfAborted()
      await nextTurn()
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPage) return found
    before = last
  }
}

function earlier(a: ThoughtPlace, b: ThoughtPlace): ThoughtPlace {
  return a.at < b.at || (a.at === b.at && a.id < b.id) ? a : b
}

interface Stretch {
  readonly since: number
  readonly before: ThoughtPlace
  readonly limit: number
}

/**
 * Thoughts in the order of their time, all of them or those of one tag: both stand so in an index. For an expression
 * SQLite takes only the plain comparison as a bound, without which each page would begin at the newest again.
 */
function pageOf(bank: string, tag: Tag | undefined, { since, before, limit }: Stretch) {
  const time = sql`coalesce(i.occurred_at, i.recorded_at)`
  return all<Row>(
    tag === undefined
      ? sql`
        select i.id, ${time} as at, i.text_rid, t.length
        from item i join item_terms t on t.bank = i.bank and t.rid = i.text_rid
        where i.bank = ${bank} and i.kind = 'thought' and ${time} >= ${since}
          and ${time} <= ${before.at} and (${time}, i.id) < (${before.at}, ${before.id})
        order by ${time} desc, i.id desc limit ${limit}`
      : sql`
        select i.id, g.at, i.text_rid, t.length
        from thought_tag g
        join item i on i.bank = g.bank and i.id = g.item_id
        join item_terms t on t.bank = i.bank and t.rid = i.text_rid
        where g.bank = ${bank} and g.tag_key = ${tag.key} and g.at >= ${since}
          and (g.at, g.item_id) < (${before.at}, ${before.id})
        order by g.at desc, g.item_id desc limit ${limit}`,
  )
}

async function wantedTags(spine: Spine, bank: string, given: readonly string[]): Promise<readonly Tag[]> {
  if (given.length === 0) return []
  const tags = readTags({ identityKey: await currentIdentityKey(spine) }, bank, given)
  return spine.store.read(rarestFirst, bank, tags)
}

/** The tag of the fewest notes leads: its list is the one that is walked. */
function* rarestFirst(bank: string, tags: readonly Tag[]): Tx<Tag[]> {
  if (tags.length < 2) return [...tags]
  const counted: { tag: Tag; n: number }[] = []
  for (const tag of tags) {
    const row = yield* get<{ n: number }>(
      sql`select count(*) as n from thought_tag where bank = ${bank} and tag_key = ${tag.key}`,
    )
    counted.push({ tag, n: row?.n ?? 0 })
  }
  return counted.sort((a, b) => a.n - b.n).map(({ tag }) => tag)
}

/** Those that have all the other tags too. */
function* withTags(bank: string, rows: readonly Row[], tags: readonly Tag[]): Tx<readonly Row[]> {
  let left = rows
  for (const { key } of tags) {
    const having = yield* all<{ item_id: string }>(sql`
      select item_id from thought_tag
      where bank = ${bank} and item_id ${inText(left.map(({ id }) => id))} and tag_key = ${key}`)
    const ids = new Set(having.map(({ item_id }) => item_id))
    left = left.filter(({ id }) => ids.has(id))
  }
  return left
}

async function withPiece(
  { store }: Spine,
  bank: string,
  rows: readonly Row[],
  piece: Substring,
): Promise<readonly Row[]> {
  const rids = rows.map(({ text_rid }) => text_rid)
  const bodies = await store.read(readBodies, bank, rids)
  return rows.filter(({ text_rid }) => piece.isIn(bodies.get(text_rid) ?? ''))
}
