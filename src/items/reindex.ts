import { readBankModel } from '../embedding/bank-model.js'
import { type Reach, reachedBanks } from '../reach.js'
import { codeBank } from '../search/vectors/code-bank.js'
import { fillStored } from '../search/vectors/fill-stored.js'
import { removeAllCodes } from '../search/vectors/stored-codes.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { SEGMENT_VERSION } from '../text/segment.js'
import { rebuildWords } from '../words/rebuild-words.js'
import { indexWords, unindexWords } from './index-words.js'
import { type IndexedForm, indexedForm } from './indexed-form.js'
import type { Spine } from './spine.js'
import { addTerms } from './terms.js'
import { write } from './write.js'

export interface Reindexed {
  readonly looked: number
  readonly changed: number
}

/**
 * Segments the texts of banks again, page by page while others read and write, then rebuilds the full-text index
 * from them. Answers stay the same (invariant 12). Without `all`, only texts of an older segmentation.
 */
export async function reindex(
  spine: Spine,
  reaches: readonly Reach[],
  { all: everything }: { readonly all: boolean },
  progress: (done: number, total: number) => void,
): Promise<Reindexed> {
  let total = 0
  for (const { writes } of reaches) total += (await spine.store.query(countOf(writes, everything)))?.n ?? 0
  let looked = 0
  let changed = 0
  for (const reach of reaches) {
    const before = looked
    const bank = await reindexBank(spine, reach, everything, (done) => progress(before + done, total))
    looked += bank.looked
    changed += bank.changed
  }
  for (const { writes } of reaches) await fillVectors(spine.store, writes)
  for (const { writes } of reaches)
    await rebuildWords(spine.store.within({ writes: [writes] }), spine.env, writes)
  return { looked, changed }
}

async function reindexBank(
  spine: Spine,
  reach: Reach,
  everything: boolean,
  progress: (done: number) => void,
): Promise<Reindexed> {
  let after = 0
  let looked = 0
  let changed = 0
  for (;;) {
    const page = await spine.store.query(pageOf(reach.writes, after, everything))
    if (page.length === 0) break
    const fresh = page.map((row) => ({ row, form: indexedForm(row.body, headingOf(spine, row)) }))
    changed += await write(spine, reach, 'memory.reindex', 'memory.write', function* body() {
      let count = 0
      for (const { row, form } of fresh) count += yield* replaceTerms(spine, reach.writes, row, form)
      return { result: count, effect: { ids: [], counts: { item_terms: count } } }
    })
    looked += page.length
    after = page.at(-1)?.rid ?? after
    progress(looked)
  }
  await spine.store.within(reachedBanks(reach)).tx(recount, reach)
  return { looked, changed }
}

/** What the engine itself compares, where it lacks some; else the codes that a search compares, all anew. */
async function fillVectors({ whole }: Store, bank: string): Promise<void> {
  const present = await whole.within({ reads: [bank], writes: [] }).read(readBankModel, bank)
  if (present === undefined) return
  if (whole.vectors === undefined) {
    await whole.within({ writes: [bank] }).tx(removeAllCodes, bank)
    await codeBank(whole, bank)
    return
  }
  await fillStored(whole, whole.vectors, { bank, dimensions: present.dimensions, after: 0 })
}

const PAGE_ROWS = 200

/** Counts the bank's items and words again. */
function* recount(reach: Reach): Tx<void> {
  const bank = reach.writes
  yield* run(sql`
    update bank set
      items = (select count(*) from item where bank = ${bank} and quotes = 0),
      words = (select coalesce(sum(length), 0) from item_terms where bank = ${bank})
    where bank = ${bank}`)
}

interface TextRow {
  readonly rid: number
  readonly item_rid: number
  readonly kind: string
  readonly body: string
}

function headingOf({ kinds }: Spine, { kind, body }: TextRow): string | undefined {
  return kinds.get(kind)?.headingOf?.(body)
}

function pageOf(bank: string, after: number, everything: boolean) {
  return all<TextRow>(sql`
    select x.rid, i.rid as item_rid, i.kind, x.body
    from item_text x
    join item i on i.bank = x.bank and i.id = x.item_id
    left join item_terms t on t.bank = x.bank and t.rid = x.rid
    where x.bank = ${bank} and x.rid > ${after} and i.quotes = 0
      and (${everything ? 1 : 0} = 1 or t.version is null or t.version <> ${SEGMENT_VERSION})
    order by x.rid limit ${PAGE_ROWS}`)
}

function countOf(bank: string, everything: boolean) {
  return get<{ n: number }>(sql`
    select count(*) as n from item_text x
    join item i on i.bank = x.bank and i.id = x.item_id
    left join item_terms t on t.bank = x.bank and t.rid = x.rid
    where x.bank = ${bank} and i.quotes = 0
      and (${everything ? 1 : 0} = 1 or t.version is null or t.version <> ${SEGMENT_VERSION})`)
}

/** Writes the terms of a text anew, if it still stands in the indexes and they differ. */
function* replaceTerms(
  spine: Spine,
  bank: string,
  { rid, item_rid }: TextRow,
  { words, parts, length }: IndexedForm,
): Tx<number> {
  const isThere = yield* get(
    sql`select rid from item where bank = ${bank} and rid = ${item_rid} and text_rid = ${rid} and quotes = 0`,
  )
  if (isThere === undefined) return 0
  const old = yield* get<{ words: string; parts: string; version: number; length: number }>(
    sql`select words, parts, version, length from item_terms where bank = ${bank} and rid = ${rid}`,
  )
  if (old?.words === words && old.parts === parts && old.version === SEGMENT_VERSION) return 0
  if (old !== undefined) {
    yield* unindexWords(spine, bank, [{ rid, ...old }])
    yield* run(sql`delete from item_terms where bank = ${bank} and rid = ${rid}`)
  }
  yield* addTerms({ bank, rid, itemRid: item_rid, length, words, parts })
  yield* indexWords(spine, bank, [{ rid, length, words, parts }])
  yield* run(sql`
    update bank set words = words + ${length - (old?.length ?? 0)}, generation = generation + 1 where bank = ${bank}`)
  return 1
}
