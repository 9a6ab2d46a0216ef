import { inText, sql } from '../sql.js'
import { run } from '../statement.js'
import type { Connection } from './connection/connection.js'

/**
 * Takes the banks that a transaction writes, and where their row numbers go on: until its end nobody else writes them.
 * The first statement of the transaction, and one alone: what is sent behind it is read when the lock is held. Each bank
 * counts its own rows, so that no sequence is shared (docs/scaling.md).
 */
export function lockBanks(connection: Connection, banks: readonly string[]): Promise<unknown> {
  const list = JSON.stringify(banks)
  // A bank that is new is locked by its row being added; where another adds it first, by the update of that row.
  return connection.run(
    run(sql`
      with locked as materialized (
        select bank, last_rid from bank_rows where bank ${inText(banks)} order by bank for update
      ), added as (
        insert into bank_rows (bank, last_rid)
        select value, 0 from json_array_elements_text(cast(cast(${list} as text) as json)) as t(value)
        where value not in (select bank from locked) order by value
        on conflict (bank) do update set last_rid = bank_rows.last_rid
        returning bank, last_rid
      )
      select set_config('recollect.rid', cast(max(last_rid) as text), true)
      from (select last_rid from locked union all select last_rid from added) as counted`),
  )
}

/** Keeps how far the banks have counted. */
export function releaseBanks(connection: Connection, banks: readonly string[]): Promise<unknown> {
  return connection.run(
    run(sql`
      update bank_rows set last_rid = cast(current_setting('recollect.rid') as bigint)
      where bank ${inText(banks)} and last_rid < cast(current_setting('recollect.rid') as bigint)`),
  )
}
