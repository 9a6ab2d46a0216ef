import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemId, ItemKind } from '../items/item.js'
import { portions } from '../items/portions.js'
import { readBodies } from '../items/read-bodies.js'
import { type FoundItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { clip } from '../text/clip.js'
import { type ExactQuery, parseExactQuery } from '../text/exact-query.js'
import { MARKED_CHARS, mergeSpans } from '../text/spans.js'
import { wordingSpans } from '../text/wording.js'
import { holdingAll } from '../words/holding-lists.js'
import { readWordLists } from '../words/word-lists.js'
import { type ItemFilter, itemFilter } from './item-filter.js'
import { leadingTokens } from './leading-tokens.js'
import { type PlacedRow, readPlaces, readPlacesBefore, readUndatedBefore } from './read-places.js'

export interface ExactWordsOptions extends ItemFilter {
  readonly limit: number
  /** Texts of a bank that are read for one look at most, the newest that may match. Default 20,000. */
  readonly mostTexts?: number
  readonly signal?: AbortSignal | undefined
}

export interface ExactWords {
  /** Newest first, undated ones last. */
  readonly hits: readonly ExactHit[]
  /** How many items match in all. */
  readonly matches: number
  /** False when the words are so common, or the store without an index so large, that there may be more. */
  readonly isComplete: boolean
  /** Where the matches come from, most first. */
  readonly sources: readonly ExactSource[]
  readonly missing: { readonly text?: string }
  readonly clipped: boolean
}

export interface ExactHit {
  readonly item: FoundItem
  readonly matched: readonly (readonly [number, number])[]
}

export interface ExactSource {
  readonly kind: ItemKind
  /** The conversation, for turns. */
  readonly session: string | null
  readonly channel: string | null
  readonly matches: number
  /** When the latest of them happened. */
  readonly lastAt: number | null
}

/**
 * Finds the items that hold all the words just so: not stemmed, not ranked, newest first. The index says which may,
 * where there is one, the stored text which do. Reads in portions and lets others go on in between.
 */
export async function exactWords(
  spine: Spine,
  reach: Reach,
  words: string,
  options: ExactWordsOptions,
): Promise<ExactWords> {
  const query = parseExactQuery(words)
  const found = new Map<string, Found>()
  const isEmpty = query.tokens.length === 0
  if (!isEmpty) for (const bank of reach.reads) found.set(bank, await findIn(spine, bank, query, options))
  const newest = [...found]
    .flatMap(([bank, { rows }]) => rows.map((row) => ({ bank, row })))
    .sort((a, b) => newestFirst(a.row, b.row))
    .slice(0, options.limit)
  const all = [...found.values()]
  return {
    hits: await readHits(spine, newest, query),
    matches: all.reduce((sum, { matches }) => sum + matches, 0),
    isComplete: all.every(({ isComplete }) => isComplete),
    sources: all
      .flatMap(({ sources }) => [...sources.values()])
      .sort((a, b) => b.matches - a.matches || (b.lastAt ?? -Infinity) - (a.lastAt ?? -Infinity)),
    missing: isEmpty ? { text: 'there is no word to look for' } : {},
    clipped: query.clipped,
  }
}

interface Found {
  /** The newest, as many as are wanted. */
  readonly rows: readonly PlacedRow[]
  readonly matches: number
  readonly isComplete: boolean
  readonly sources: ReadonlyMap<string, ExactSource>
}

/** Rows that are placed in one statement. */
const PAGE_ROWS = 500
const MOST_TEXTS = 20_000
/** Words of these texts together. */
const MOST_WORDS = 2_000_000
/** Items that are passed by in one look because they are of another session, kind or speaker. */
const MOST_ITEMS = 200_000

async function findIn(
  spine: Spine,
  bank: string,
  query: ExactQuery,
  options: ExactWordsOptions,
): Promise<Found> {
  const { mostTexts = MOST_TEXTS, limit, signal } = options
  const accepts = itemFilter(options)
  const candidates = await candidatesIn(spine, bank, query, mostTexts)
  const pages = candidates === undefined ? walk(spine, bank, options) : listed(spine, bank, candidates)
  const rows: PlacedRow[] = []
  const sources = new Map<string, ExactSource>()
  let [matches, items, texts, length] = [0, 0, 0, 0]
  for await (const page of pages) {
    if (items > MOST_ITEMS) return { rows, matches, isComplete: false, sources }
    for (const portion of portions(page.filter(accepts))) {
      if (texts > mostTexts || length > MOST_WORDS) return { rows, matches, isComplete: false, sources }
      const rids = portion.map(({ textRid }) => textRid)
      const bodies = await spine.store.read(readBodies, bank, rids)
      for (const row of portion) {
        texts += 1
        length += row.length
        if (!query.matches(bodies.get(row.textRid) ?? '')) continue
        matches += 1
        if (rows.length < limit) rows.push(row)
        countSource(sources, row)
      }
      await nextTurn()
    }
    items += page.length
    signal?.throwIfAborted()
    await nextTurn()
  }
  return { rows, matches, isComplete: true, sources }
}

/** The rows of the index that may match; undefined where they are more than `most`. */
async function candidatesIn(
  { store }: Spine,
  bank: string,
  { tokens }: ExactQuery,
  most: number,
): Promise<readonly number[] | undefined> {
  const rids = await store.read(function* look(): Tx<readonly number[]> {
    return holdingAll(yield* readWordLists(store, bank, leadingTokens(tokens)))
  })
  return rids.length <= most ? rids : undefined
}

/** The items of these rows of the index, newest first. */
async function* listed(
  { store }: Spine,
  bank: string,
  textRids: readonly number[],
): AsyncGenerator<readonly PlacedRow[]> {
  const rows: PlacedRow[] = []
  for (let from = 0; from < textRids.length; from += PAGE_ROWS) {
    rows.push(...(await store.read(readPlaces, bank, textRids.slice(from, from + PAGE_ROWS))))
    await nextTurn()
  }
  yield rows.sort(newestFirst)
}

/** All items of the bank, newest first; those of no known time behind the others, and in no stretch of time. */
async function* walk(
  { store }: Spine,
  bank: string,
  { since, until }: ItemFilter,
): AsyncGenerator<readonly PlacedRow[]> {
  let at = until ?? Number.MAX_SAFE_INTEGER
  let rid = 0
  for (;;) {
    const stretch = { since: since ?? Number.MIN_SAFE_INTEGER, at, rid }
    const page = await store.read(readPlacesBefore, bank, stretch, PAGE_ROWS)
    yield page
    const last = page.at(-1)
    if (last === undefined) break
    at = last.occurredAt ?? at
    rid = last.rid
  }
  rid = Number.MAX_SAFE_INTEGER
  while (since === undefined && until === undefined) {
    const page = await store.read(readUndatedBefore, bank, rid, PAGE_ROWS)
    yield page
    const last = page.at(-1)
    if (last === undefined) break
    rid = last.rid
  }
}

function newestFirst(a: PlacedRow, b: PlacedRow): number {
  return (b.occurredAt ?? -Infinity) - (a.occurredAt ?? -Infinity) || b.rid - a.rid
}

function countSource(sources: Map<string, ExactSource>, row: PlacedRow): void {
  const { kind, session, channel, occurredAt } = row
  const key = row.sessionRid === null ? kind : String(row.sessionRid)
  const known = sources.get(key)
  // Rows come newest first.
  if (known === undefined) sources.set(key, { kind, session, channel, matches: 1, lastAt: occurredAt })
  else sources.set(key, { ...known, matches: known.matches + 1 })
}

async function readHits(
  spine: Spine,
  found: readonly { readonly bank: string; readonly row: PlacedRow }[],
  query: ExactQuery,
): Promise<ExactHit[]> {
  const items = new Map<ItemId, FoundItem>()
  for (const bank of new Set(found.map((one) => one.bank))) {
    const ids = found.filter((one) => one.bank === bank).map(({ row }) => row.id)
    for (const item of await spine.store.read(readItems, spine, bank, sql`i.id ${inText(ids)}`))
      items.set(item.id, item)
  }
  return found.flatMap(({ row }) => {
    const item = items.get(row.id)
    if (item === undefined) return []
    const spans = wordingSpans(clip(item.text, MARKED_CHARS), query.wordings)
    return [{ item, matched: mergeSpans(spans) }]
  })
}
