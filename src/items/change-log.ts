import type { News } from '../store/news.js'
import { sql } from '../store/sql.js'
import { all, batch, column } from '../store/statement.js'
import type { Store } from '../store/store.js'

/** What was done in a bank, as its audit log has it: which items and how much, never a text, a name or by whom. */
export interface Change {
  readonly seq: number
  readonly at: number
  readonly operation: string
  readonly ids: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

/** The news of banks, whichever process wrote them. */
export interface ChangeLog {
  /** The newest row of each bank; 0 where it has none. */
  heads(banks: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** What was done behind a row, oldest first. A refusal changed nothing: only its number is told. */
  after(bank: string, seq: number, limit: number): Promise<readonly (Change | Refused)[]>
  /** Word that there is something new, where a server carries it. */
  readonly news: News | undefined
}

interface Refused {
  readonly seq: number
}

export function createChangeLog(store: Store): ChangeLog {
  return {
    heads: async (banks) => {
      const found = await store.read(function* look() {
        return yield* batch(banks.map(newest))
      })
      return new Map(banks.map((bank, index) => [bank, found[index]?.[0] ?? 0]))
    },
    news: store.news,
    after: async (bank, seq, limit) => (await store.query(following(bank, seq, limit))).map(read),
  }
}

function newest(bank: string) {
  return column<number>(sql`select seq from audit where bank = ${bank} order by seq desc limit 1`)
}

function following(bank: string, seq: number, limit: number) {
  return all<Row>(sql`
    select seq, at, operation, outcome, ids, counts from audit
    where bank = ${bank} and seq > ${seq} order by seq limit ${limit}`)
}

function read({ seq, at, operation, outcome, ids, counts }: Row): Change | Refused {
  return outcome === 'done'
    ? { seq, at, operation, ids: JSON.parse(ids), counts: JSON.parse(counts) }
    : { seq }
}

interface Row {
  readonly seq: number
  readonly at: number
  readonly operation: string
  readonly outcome: string
  readonly ids: string
  readonly counts: string
}
