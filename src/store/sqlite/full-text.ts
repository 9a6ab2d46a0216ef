import { sql } from '../sql.js'
import { column, get, run, type Tx } from '../statement.js'
import type { FullText, IndexRow } from '../store.js'

/**
 * FTS5 over our own segmented text. It only matches: df and rows, no ranking (its bm25 was measured at 14–29
 * times the cost of the bare match, with statistics of the whole file instead of the reach's banks).
 * Every token goes in as a quoted string: nothing of a question ever reaches FTS5 as syntax.
 */
export const fullText: FullText = {
  *add({ rid, bank, words, parts }: IndexRow): Tx<void> {
    yield* run(
      sql`insert into item_fts (rowid, bank, words, parts) values (${rid}, ${bank}, ${words}, ${parts})`,
    )
  },

  *remove({ rid, bank, words, parts }: IndexRow): Tx<void> {
    yield* run(sql`
      insert into item_fts (item_fts, rowid, bank, words, parts)
      values ('delete', ${rid}, ${bank}, ${words}, ${parts})`)
  },

  *counts(bank: string, tokens: readonly string[]): Tx<number[]> {
    const counts: number[] = []
    for (const token of tokens) {
      const row = yield* get<{ n: number }>(
        sql`select count(*) as n from item_fts where item_fts match ${inBank(bank, quoted(token))}`,
      )
      counts.push(row?.n ?? 0)
    }
    return counts
  },

  // In the index's own order: newest first was measured at four times the cost where the bank's list is long.
  *matches(bank: string, token: string, limit = MATCHES_MAX): Tx<number[]> {
    return yield* column<number>(
      sql`select rowid from item_fts where item_fts match ${inBank(bank, quoted(token))} limit ${limit}`,
    )
  },

  *estimate(bank: string, token: string, firstRid: number): Tx<number> {
    const last = yield* get<{ rid: number }>(
      sql`select rid from item_terms where bank = ${bank} order by rid desc limit 1`,
    )
    const step = Math.max(1, ((last?.rid ?? firstRid) + 1 - firstRid) / SAMPLES)
    const width = Math.max(1, Math.round(step / SAMPLED_PART))
    let seen = 0
    for (let index = 0; index < SAMPLES; index++) {
      // Early in the first stretch, late in the last: the ends of the bank count too.
      const from = Math.round(firstRid + index * step + ((step - width) * index) / (SAMPLES - 1))
      const row = yield* get<{ n: number }>(sql`
        select count(*) as n from item_fts
        where item_fts match ${inBank(bank, quoted(token))} and rowid >= ${from} and rowid < ${from + width}`)
      seen += row?.n ?? 0
    }
    return Math.round((seen * step) / width)
  },

  *phrase(bank: string, tokens: readonly string[]): Tx<number[]> {
    return yield* column<number>(
      sql`select rowid from item_fts where item_fts match ${inBank(bank, tokens.map(quoted).join(' + '))}
          order by rowid desc`,
    )
  },

  *rebuild(): Tx<void> {
    yield* run(sql`insert into item_fts (item_fts) values ('rebuild')`)
  },
}

/** A sample is so many stretches of the bank, … */
const SAMPLES = 12
/** … each this part of the distance from one to the next. */
const SAMPLED_PART = 8

/** More rows than a file can hold. */
const MATCHES_MAX = Number.MAX_SAFE_INTEGER

/** The bank is a column of its own, which text cannot forge. */
function inBank(bank: string, match: string): string {
  return `bank : ${quoted(bank)} AND {words parts} : (${match})`
}

function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`
}
