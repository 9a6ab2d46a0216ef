import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'

/**
 * Part of every forgetting: what calls were answered may quote it. All answers of the bank go, for nobody knows what stands
 * in which; their keys stay, so that no call has its effect again.
 */
export function* forgetAnswers(bank: string): Tx<void> {
  yield* run(sql`delete from call_answer where bank = ${bank}`)
  yield* run(sql`
    insert into forgetting (bank, times) values (${bank}, 1)
    on conflict (bank) do update set times = forgetting.times + 1`)
}

/** How often something was forgotten in a bank: an answer that began before the last time may quote what is gone. */
export function* forgettings(bank: string): Tx<number> {
  const row = yield* get<{ times: number }>(sql`select times from forgetting where bank = ${bank}`)
  return row?.times ?? 0
}
