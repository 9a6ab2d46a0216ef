import { removeEmbeddings } from '../embedding/remove-embeddings.js'
import { forgetMentions, sweepNames } from '../graph/forget-mentions.js'
import { partNames } from '../graph/part-names.js'
import type { Reach } from '../reach.js'
import type { Going } from '../recalls/forget-recalls.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import type { IndexedTerms } from '../words/remove-texts.js'
import { touchBank } from './bank.js'
import { unindexWords } from './index-words.js'
import type { ItemId } from './item.js'
import { forgetCopy } from './item-copy.js'
import { forgetAnswers } from './keyed/forget-answers.js'
import type { KindRemoval } from './kind.js'
import { derivedFrom, sourcesOf } from './lineage.js'
import { noSuchItem } from './read-items.js'
import { createRowCounts } from './row-counts.js'
import type { Spine } from './spine.js'

/** What a removal has taken away. */
export interface Removed {
  /** The item, and what was derived from nothing else. */
  readonly ids: readonly ItemId[]
  /** Rows removed, by table. */
  readonly counts: Readonly<Record<string, number>>
  /** Items that keep another source and stay. */
  readonly kept: readonly ItemId[]
  /** Items that stay, whose place something that goes had taken: they may be restored. */
  readonly restorable: readonly ItemId[]
}

export interface Removal {
  readonly removed: Removed
  /** For the proof. */
  readonly erased: ErasedContent
  /** What its tombstones are of. */
  readonly identities: readonly Uint8Array[]
  /** For the recall log, which is to forget it too, in the same transaction. */
  readonly going: Going
}

/**
 * The cascade: the item and what rests on it alone, with a tombstone each. The recall log is left to the caller, who
 * may remove more: it is read in full.
 */
export function* remove(spine: Spine, reach: Reach, root: ItemId, at: number): Tx<Removal> {
  const bank = reach.writes
  const { ids, kept } = yield* subtree(bank, [root])
  const counts = createRowCounts()
  const texts: string[] = []
  const names: string[] = []
  const bytes: Uint8Array[] = []
  const identities: Uint8Array[] = []
  const tokens = new Set<string>()
  const indexed: IndexedTerms[] = []
  const mentioned: number[] = []
  const restorable = new Set<ItemId>()
  const change = { items: 0, words: 0 }
  // What it said before is known by its hash alone: so the file is written anew before anyone looks.
  let isSample = false
  for (const id of ids) {
    const item = yield* stored(bank, id)
    const { words, parts, length } = item
    if (words !== null && parts !== null) {
      indexed.push({ words, parts, rid: item.text_rid })
      counts.add(
        'item_terms',
        yield* run(sql`delete from item_terms where bank = ${bank} and rid = ${item.text_rid}`),
      )
      for (const token of `${words} ${parts}`.split(' ')) if (token !== '') tokens.add(token)
      texts.push(words, parts)
      change.items -= 1
      change.words -= length ?? 0
    }
    counts.add(
      'item_text',
      yield* run(sql`delete from item_text where bank = ${bank} and rid = ${item.text_rid}`),
    )
    const embedded = yield* removeEmbeddings(bank, [item.text_rid])
    if (embedded.rows > 0) counts.add('embedding', embedded.rows)
    bytes.push(...embedded.vectors)
    counts.add('lineage', yield* run(sql`delete from lineage where bank = ${bank} and item_id = ${id}`))
    counts.add('lineage', yield* run(sql`delete from lineage where bank = ${bank} and source_id = ${id}`))
    const copies = yield* forgetCopy(bank, item.rid)
    if (copies > 0) counts.add('item_copy', copies)
    const mentions = yield* forgetMentions(bank, item.rid)
    if (mentions.length > 0) counts.add('mention', mentions.length)
    mentioned.push(...mentions)
    const kind = spine.kinds.get(item.kind)
    const removal = kind === undefined ? noRows : yield* kind.forget({ bank, rid: item.rid, id })
    counts.addAll(removal.counts)
    if (removal.isSample === true || (removal.identities?.length ?? 0) > 0) isSample = true
    for (const identity of [item.identity, ...(removal.identities ?? [])]) {
      identities.push(identity)
      yield* run(sql`
        insert into tombstone (bank, identity, forgotten_at) values (${bank}, ${identity}, ${at})
        on conflict (bank, identity) do nothing`)
    }
    counts.add('item', yield* run(sql`delete from item where bank = ${bank} and id = ${id}`))
    for (const replaced of removal.restorable ?? []) restorable.add(replaced)
    texts.push(item.body, ...removal.texts)
    bytes.push(...(removal.bytes ?? []))
    names.push(...removal.texts)
  }
  // Together: the lists of common words are written anew once.
  yield* unindexWords(spine, bank, indexed)
  const gone = [...texts]
  for (const id of kept) {
    const retold = yield* retell(spine, reach, id, gone)
    counts.addAll(retold.counts)
    texts.push(...retold.texts)
    names.push(...retold.texts)
  }
  const changed = yield* partNames(bank, mentioned, () => spine.env.newId())
  if (changed.length > 0)
    for (const kind of spine.kinds.values()) if (kind.reparty) yield* kind.reparty(spine, bank, changed, at)
  const unnamed = yield* sweepNames(spine, bank, mentioned)
  counts.addAll(unnamed.counts)
  texts.push(...unnamed.texts)
  names.push(...unnamed.texts)
  yield* forgetAnswers(bank)
  yield* touchBank(reach, at, change)
  return {
    removed: {
      ids,
      kept,
      counts: counts.all(),
      restorable: [...restorable].filter((id) => !ids.includes(id)),
    },
    erased: { texts: texts.filter((text) => text !== ''), bytes, isSample },
    identities,
    going: { ids, tokens: [...tokens], names },
  }
}

/** What stays must not quote what is gone. */
function* retell(spine: Spine, reach: Reach, id: ItemId, gone: readonly string[]): Tx<KindRemoval> {
  const bank = reach.writes
  const item = yield* get<{ rid: number; kind: string }>(
    sql`select rid, kind from item where bank = ${bank} and id = ${id}`,
  )
  if (item === undefined) return noRows
  const kind = spine.kinds.get(item.kind)
  const left = { bank, rid: item.rid, id }
  if (kind?.retell !== undefined) return yield* kind.retell(spine, reach, left, gone)
  return kind?.rederive === undefined ? noRows : yield* kind.rederive(spine, left)
}

/**
 * The item and all that rest on nothing but it; and what rests on it too and stays, because it has another source.
 * Everything derived goes at first, and whatever has a source outside comes back: so two items that only name each
 * other go together. What rests on itself goes only where it is meant.
 */
export function* subtree(bank: string, roots: readonly ItemId[]): Tx<{ ids: ItemId[]; kept: ItemId[] }> {
  const going = new Set<ItemId>(roots)
  for (let added: readonly ItemId[] = roots; added.length > 0; ) {
    const links = yield* derivedFrom(bank, added)
    added = [...new Set(links.map(({ item }) => item))].filter((item) => !going.has(item))
    for (const item of added) going.add(item)
  }
  const kept = new Set<ItemId>()
  const links = (yield* sourcesOf(bank, [...going])).filter(({ item }) => !roots.includes(item))
  for (let before = -1; before !== kept.size; ) {
    before = kept.size
    for (const { item, source } of links)
      if ((item === source || !going.has(source)) && going.delete(item)) kept.add(item)
  }
  const isTouched = (item: ItemId) => links.some((link) => link.item === item && going.has(link.source))
  return { ids: [...going], kept: [...kept].filter(isTouched) }
}

interface StoredItem {
  readonly rid: number
  readonly kind: string
  readonly identity: Uint8Array
  readonly text_rid: number
  readonly body: string
  /** Null for what quotes its source: it has no place in the indexes. */
  readonly words: string | null
  readonly parts: string | null
  readonly length: number | null
}

function* stored(bank: string, id: ItemId): Tx<StoredItem> {
  const row = yield* get<StoredItem>(sql`
    select i.rid, i.kind, i.identity, i.text_rid, x.body, t.words, t.parts, t.length
    from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join item_terms t on t.bank = i.bank and t.rid = i.text_rid
    where i.bank = ${bank} and i.id = ${id}`)
  if (row === undefined) throw noSuchItem(id)
  return row
}

const noRows: KindRemoval = { counts: {}, texts: [] }
