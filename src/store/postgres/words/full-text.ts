import type { BankIndex, FullText, IndexRow } from '../../full-text.js'
import { sql } from '../../sql.js'
import { atCommit, batch, column, run, type Tx } from '../../statement.js'
import { postingsOf } from './postings-of.js'

/**
 * A posting for each token of each text, over our own segmented text, in one B-tree that begins with the bank: so an
 * index keeps its order behind row-level security, and each bank's part can lie on another machine. Tokens hold at most
 * 64 characters (text/lex.ts), well below the 2,704 bytes that an index entry may have. As on SQLite it only matches, and
 * folds ASCII alone.
 */
export const fullText: Omit<FullText, 'rebuild'> = {
  *add(bank, rows): Tx<void> {
    for (const page of pagesOf(rows)) yield* atCommit(insertion(bank, page))
  },

  *remove(bank, rows): Tx<void> {
    for (const row of rows) yield* atCommit(deletion(bank, row))
  },

  *release(bank, rows): Tx<void> {
    yield* fullText.remove(bank, rows)
  },

  of(bank): BankIndex {
    return {
      *counts(tokens): Tx<number[]> {
        const counts = tokens.map((token) =>
          column<number>(sql`select count(*) from posting where bank = ${bank} and token = ${folded(token)}`),
        )
        return (yield* batch(counts)).map(([count]) => count ?? 0)
      },

      *matches(tokens, limit = MATCHES_MAX): Tx<number[][]> {
        const lists = tokens.map((token) =>
          column<number>(
            sql`select rid from posting where bank = ${bank} and token = ${folded(token)} order by rid limit ${limit}`,
          ),
        )
        return yield* batch(lists)
      },

      *holding(tokens, limit = MATCHES_MAX): Tx<number[]> {
        const distinct = [...new Set(tokens.map(folded))]
        if (distinct.length === 0) return []
        return yield* column<number>(sql`
          select rid from posting where bank = ${bank} and token = any (${listed(distinct)})
          group by rid having count(*) = ${distinct.length} order by rid limit ${limit}`)
      },
    }
  },
}

/** So many rows in one statement, and so much text: what one statement brings, the server holds in memory. */
const PAGE_ROWS = 500
const PAGE_CHARS = 4_000_000

function pagesOf(rows: readonly IndexRow[]): IndexRow[][] {
  const pages: IndexRow[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const row of rows) {
    chars += row.words.length + row.parts.length
    const page = pages.at(-1)
    if (page !== undefined && chars <= PAGE_CHARS && page.length < PAGE_ROWS) page.push(row)
    else {
      pages.push([row])
      chars = row.words.length + row.parts.length
    }
  }
  return pages
}

/** More rows than a store can hold. */
const MATCHES_MAX = Number.MAX_SAFE_INTEGER

/** A row that is there already, as in an index that was damaged, is put right. In the order of the index: it grows with less work. */
function insertion(bank: string, rows: readonly IndexRow[]) {
  const texts = JSON.stringify(rows.map(({ rid, words, parts }) => ({ rid, words, parts })))
  const given = sql`
    select rid, words, parts
    from json_to_recordset(cast(cast(${texts} as text) as json)) as given (rid bigint, words text, parts text)`
  return run(sql`
    insert into posting (bank, token, rid, tf)
    select ${bank}, token, rid, tf from (${postingsOf(given)}) as due order by token, rid
    on conflict (bank, token, rid) do update set tf = excluded.tf`)
}

/** By its tokens: they are the key, and nothing else leads to a row. */
function deletion(bank: string, { rid, words, parts }: IndexRow) {
  const tokens = new Set(`${words} ${parts}`.split(' ').map(folded))
  return run(sql`
    delete from posting where bank = ${bank} and token = any (${listed([...tokens])}) and rid = ${rid}`)
}

/** Tokens hold no space. */
function listed(tokens: readonly string[]) {
  return sql`string_to_array(${tokens.join(' ')}, ' ')`
}

function folded(token: string): string {
  return token.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
