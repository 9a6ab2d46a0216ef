import { sql } from '../store/sql.js'
import { batch, get, type Tx } from '../store/statement.js'

/** Its items, and the sum of their lengths as the index counts them. */
export interface BankTotals {
  readonly items: number
  readonly words: number
}

/** What there is at all in a bank, so that nobody looks for what is not. */
export interface BankHolds {
  /** Undefined where it has nothing. */
  readonly totals: BankTotals | undefined
  /** Names that a question could name. */
  readonly entities: boolean
  /** Facts that an item could state. */
  readonly facts: boolean
}

/** In one round trip. */
export function* whatHolds(bank: string): Tx<BankHolds> {
  const [totals, entity, fact] = yield* batch([
    get<BankTotals>(sql`select items, words from bank where bank = ${bank}`),
    get(sql`select 1 as n from entity_alias where bank = ${bank} and name_rid > 0 limit 1`),
    get(sql`select 1 as n from fact where bank = ${bank} and item_rid > 0 limit 1`),
  ])
  return { totals, entities: entity !== undefined, facts: fact !== undefined }
}
