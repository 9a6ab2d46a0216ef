import { inInt, sql } from '../../sql.js'
import { all, column, get, run, type Tx } from '../../statement.js'
import type { Store } from '../../store.js'
import { postingsOf } from './postings-of.js'

/** How the postings of all banks that the store may see differ from the stored terms; null where they agree. */
export async function postingProblem(store: Store): Promise<string | null> {
  let missing = 0
  let stale = 0
  for (const bank of await banksOf(store)) {
    stale += await walk(store, bank, {
      page: async (page) => {
        missing += await store.read(countMissing, page)
      },
      stale: (rids) => store.read(countStale, bank, rids),
    })
  }
  return missing + stale === 0
    ? null
    : `the index of words differs from the stored terms: ${missing} postings are missing, ${stale} are of no stored term`
}

/**
 * Puts the postings of all banks right, in pages: each is a transaction of its own, between which others write, and what
 * was right stays as it is, so that a search finds no less meanwhile than before.
 */
export async function rebuildPostings(store: Store): Promise<void> {
  for (const bank of await banksOf(store)) {
    const own = store.within({ writes: [bank] })
    await walk(own, bank, {
      page: (page) => own.tx(addMissing, page),
      stale: (rids) => own.tx(removeStale, bank, rids),
    })
  }
}

function banksOf(store: Store): Promise<string[]> {
  return store.query(column<string>(sql`select bank from bank order by bank`)) // bank-ok: of all banks
}

/** Texts of a bank that follow one another. */
interface TermsPage {
  readonly bank: string
  readonly first: number
  readonly last: number
}

interface Visit {
  page(page: TermsPage): Promise<void>
  /** Of these texts there are postings that may be of no term. */
  stale(rids: readonly number[]): Promise<number>
}

/**
 * Visits the texts of a bank, then those that have more postings than terms. No index leads from a text to its postings,
 * so they are counted once for the whole bank: what was written meanwhile is looked at more closely for nothing.
 */
async function walk(store: Store, bank: string, visit: Visit): Promise<number> {
  let after = 0
  const due = new Map<number, number>()
  for (;;) {
    const page = await store.query(pageAfter(bank, after))
    const last = page.at(-1)?.rid
    if (last === undefined) break
    for (const { rid, tokens } of page) due.set(rid, tokens)
    await visit.page({ bank, first: after + 1, last })
    after = last
  }
  const held = await store.query(
    all<{ rid: number; postings: number }>(sql`
      select rid, count(*) as postings from posting where bank = ${bank} group by rid`),
  )
  const suspects = held.filter(({ rid, postings }) => postings > (due.get(rid) ?? 0)).map(({ rid }) => rid)
  return suspects.length === 0 ? 0 : visit.stale(suspects)
}

const PAGE_ROWS = 200

function pageAfter(bank: string, after: number) {
  const texts = sql`
    select rid, words, parts from item_terms where bank = ${bank} and rid > ${after} order by rid limit ${PAGE_ROWS}`
  return all<{ rid: number; tokens: number }>(sql`
    select rid, count(token) as tokens from (${texts}) as page left join (${postingsOf(texts)}) as due using (rid)
    group by rid order by rid`)
}

/** One by one and not as a join: for that the server might read all postings of the bank, for each page. */
function missingIn({ bank, first, last }: TermsPage) {
  const texts = sql`
    select rid, words, parts from item_terms where bank = ${bank} and rid between ${first} and ${last}`
  return sql`
    select token, rid, tf from (${postingsOf(texts)}) as due where tf is distinct from (
      select held.tf from posting as held
      where held.bank = ${bank} and held.token = due.token and held.rid = due.rid)`
}

function* countMissing(page: TermsPage): Tx<number> {
  return (yield* get<{ n: number }>(sql`select count(*) as n from (${missingIn(page)}) as missing`))?.n ?? 0
}

function* addMissing(page: TermsPage): Tx<void> {
  yield* run(sql`
    insert into posting (bank, token, rid, tf)
    select ${page.bank}, token, rid, tf from (${missingIn(page)}) as missing
    on conflict (bank, token, rid) do update set tf = excluded.tf`)
}

function staleOf(bank: string, rids: readonly number[]) {
  const texts = sql`select rid, words, parts from item_terms where bank = ${bank} and rid ${inInt(rids)}`
  return sql`
    posting.bank = ${bank} and posting.rid ${inInt(rids)} and not exists (
      select 1 from (${postingsOf(texts)}) as due where due.token = posting.token and due.rid = posting.rid)`
}

function* countStale(bank: string, rids: readonly number[]): Tx<number> {
  const counted = yield* get<{ n: number }>(
    // bank-ok: of `staleOf`
    sql`select count(*) as n from posting where ${staleOf(bank, rids)}`,
  )
  return counted?.n ?? 0
}

function* removeStale(bank: string, rids: readonly number[]): Tx<number> {
  return yield* run(sql`delete from posting where ${staleOf(bank, rids)}`) // bank-ok: of `staleOf`
}
