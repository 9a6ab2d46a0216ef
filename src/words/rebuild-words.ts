import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Env } from '../clock.js'
import { inInt, sql } from '../store/sql.js'
import { column, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { FOLD_TEXTS, foldTail } from './fold-tail.js'
import { indexedTexts } from './indexed-texts.js'
import { keptTable } from './kept-segments.js'
import { remakeSegment } from './merge-segments.js'

/**
 * Makes a bank's word index anew from the stored terms, segment by segment, while others read and write: what was right
 * is found all the while.
 *
 * @param store held to the bank
 */
export async function rebuildWords(store: Store, env: Env, bank: string): Promise<void> {
  let placed = await remakeAll(store, env, bank)
  // Some were merged meanwhile.
  while (placed === undefined) placed = await remakeAll(store, env, bank)
  await store.tx(dropStrayTail, bank, placed)
  const { listed } = await indexedTexts(store, bank)
  for (let after = 0; ; ) {
    const page = await store.query(termsAfter(bank, after))
    const missing = page.filter((rid) => !listed.has(rid))
    if (missing.length > 0) await store.tx(addWithoutContent, bank, missing)
    if (page.length < PAGE_TEXTS) break
    after = page.at(-1)!
    await nextTurn()
  }
  while ((await store.tx(foldTail, env, bank, 1)) >= FOLD_TEXTS) await nextTurn()
}

/** Answers the texts that are in segments, each in one; undefined where a segment went before its turn came. */
async function remakeAll(store: Store, env: Env, bank: string): Promise<ReadonlySet<number> | undefined> {
  const placed = new Set<number>()
  for (const segment of (await indexedTexts(store, bank)).segments) {
    const { rids } = await keptTable(store, { bank, segment })
    let outcome = await remakeSegment(store, env, { bank, segment }, placed)
    // What is forgotten meanwhile ends it, and another may be at work: then it is begun again.
    while (outcome === 'changed' || outcome === 'claimed') {
      await setTimeout(BETWEEN_TRIES_MS)
      outcome = await remakeSegment(store, env, { bank, segment }, placed)
    }
    if (outcome === 'nothing') return undefined
    for (const rid of rids) placed.add(rid)
  }
  return placed
}

const BETWEEN_TRIES_MS = 20

const PAGE_TEXTS = 2_000

function termsAfter(bank: string, after: number) {
  return column<number>(sql`
    select rid from item_terms where bank = ${bank} and rid > ${after} order by rid limit ${PAGE_TEXTS}`)
}

/** Texts that are to be found no more, or that a segment has. */
function* dropStrayTail(bank: string, placed: ReadonlySet<number>): Tx<void> {
  const tail = yield* column<number>(sql`select rid from posting_tail where bank = ${bank}`)
  yield* run(sql`
    delete from posting_tail where bank = ${bank} and (rid ${inInt(tail.filter((rid) => placed.has(rid)))} or not exists (
      select 1 from item_terms t where t.bank = posting_tail.bank and t.rid = posting_tail.rid))`)
}

/** What is folded from its terms. Those that were folded, or are gone, since they were looked at are left alone. */
function* addWithoutContent(bank: string, rids: readonly number[]): Tx<void> {
  yield* run(sql`
    insert into posting_tail (rid, bank, length, content)
    select t.rid, t.bank, t.length, null from item_terms t
    where t.bank = ${bank} and t.rid ${inInt(rids)}
    on conflict do nothing`)
}
