import { kindOfBank, ownerOf, type Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { run, type Tx, unwaited } from '../store/statement.js'

export interface BankChange {
  readonly items: number
  /** Indexed words, for the average length that ranking needs. */
  readonly words: number
}

/** Records a change of the bank: its size, and the generation that tells other processes' caches. */
export function* touchBank(reach: Reach, at: number, change: BankChange): Tx<void> {
  yield* unwaited(
    run(sql`
      insert into bank (bank, kind, owner, created_at, generation, items, words)
      values (${reach.writes}, ${kindOfBank(reach.writes)}, ${ownerOf(reach)}, ${at}, 1, ${change.items}, ${change.words})
      on conflict (bank) do update set
        generation = bank.generation + 1,
        items = bank.items + ${change.items},
        words = bank.words + ${change.words}`),
  )
}

/** By how much a generation grows where a bank is put back to what it was: what is known of its rows no longer holds. */
export const GENERATION_LEAP = 1_000_000
