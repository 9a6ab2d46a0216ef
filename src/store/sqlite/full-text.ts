import type { BankIndex, FullText, IndexRow } from '../full-text.js'
import { sql } from '../sql.js'
import { all, atCommit, batch, column, get, run, type Tx } from '../statement.js'

/**
 * FTS5 over our own segmented text. It only matches: df and rows, no ranking (its bm25 was measured at 14–29
 * times the cost of the bare match, with statistics of the whole file instead of the reach's banks).
 * Every token goes in as a quoted string: nothing of a question ever reaches FTS5 as syntax.
 * Rows are written right before the commit: FTS5 writes out all it has gathered, as one more segment to merge, before
 * each statement that SQLite may have to take back by itself (a savepoint, an insert that returns something).
 */
export const fullText: Omit<FullText, 'rebuild'> = {
  *add(bank, rows): Tx<void> {
    for (const { rid, words, parts } of rows)
      yield* atCommit(
        run(
          sql`insert into item_fts (rowid, bank, words, parts) values (${rid}, ${bank}, ${words}, ${parts})`,
        ),
      )
  },

  *remove(bank, rows): Tx<void> {
    for (const row of rows) yield* atCommit(deletion(bank, row))
  },

  *release(bank, rows): Tx<void> {
    if (rows.length === 0) return
    yield* atCommit(run(sql`insert into item_fts (item_fts, rank) values ('secure-delete', 0)`)) // bank-ok: a setting
    for (const row of rows) yield* atCommit(deletion(bank, row))
    yield* atCommit(run(sql`insert into item_fts (item_fts, rank) values ('secure-delete', 1)`)) // bank-ok: a setting
  },

  of(bank): BankIndex {
    let known: Scope | undefined
    const scope = function* (): Tx<Scope> {
      known ??= yield* scopeOf(bank)
      return known
    }
    return {
      *counts(tokens): Tx<number[]> {
        const within = yield* scope()
        const counts = tokens.map((token) =>
          // bank-ok: `within` narrows to the bank
          column<number>(sql`select count(*) from item_fts where item_fts match ${within(quoted(token))}`),
        )
        return (yield* batch(counts)).map(([count]) => count ?? 0)
      },

      // In the index's own order: newest first was measured at four times the cost where the bank's list is long.
      *matches(tokens, limit = MATCHES_MAX): Tx<number[][]> {
        const within = yield* scope()
        const lists = tokens.map((token) =>
          column<number>(
            // bank-ok: `within` narrows to the bank
            sql`select rowid from item_fts where item_fts match ${within(quoted(token))} limit ${limit}`,
          ),
        )
        return yield* batch(lists)
      },

      *holding(tokens, limit = MATCHES_MAX): Tx<number[]> {
        if (tokens.length === 0) return []
        const within = yield* scope()
        const all = tokens.map(quoted).join(' AND ')
        return yield* column<number>(
          // bank-ok: `within` narrows to the bank
          sql`select rowid from item_fts where item_fts match ${within(all)} limit ${limit}`,
        )
      },
    }
  },
}

function deletion(bank: string, { rid, words, parts }: IndexRow) {
  return run(sql`
    insert into item_fts (item_fts, rowid, bank, words, parts) values ('delete', ${rid}, ${bank}, ${words}, ${parts})`)
}

/** More rows than a file can hold. */
const MATCHES_MAX = Number.MAX_SAFE_INTEGER

/**
 * Narrows a match to one bank. The bank is a column of its own, which text cannot forge. Walking the bank's own list
 * beside the word's is dear where the bank holds nearly all there is: then the few others are taken out instead,
 * which gives the same rows at a third of the cost.
 */
function* scopeOf(bank: string): Tx<Scope> {
  const own = yield* get<{ items: number }>(sql`select items from bank where bank = ${bank}`)
  const others = [
    ...(yield* all<BankSize>(sql`select bank, items from bank where bank < ${bank} limit ${FEW_OTHERS + 1}`)),
    ...(yield* all<BankSize>(sql`select bank, items from bank where bank > ${bank} limit ${FEW_OTHERS + 1}`)),
  ]
  const isNearlyAll =
    others.length <= FEW_OTHERS &&
    others.reduce((sum, { items }) => sum + items, 0) <= (own?.items ?? 0) / OUTWEIGHS
  if (!isNearlyAll) return (match) => inBank(bank, match)
  const without = others.map((row) => ` NOT bank : ${quoted(row.bank)}`).join('')
  return (match) => `{words parts} : (${match})${without}`
}

/** The same match, within one bank. */
type Scope = (match: string) => string

interface BankSize {
  readonly bank: string
  readonly items: number
}

/** More other banks than this are not named one by one. */
const FEW_OTHERS = 4
/** The bank holds so many times what the others hold. */
const OUTWEIGHS = 4

function inBank(bank: string, match: string): string {
  return `bank : ${quoted(bank)} AND {words parts} : (${match})`
}

function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`
}
