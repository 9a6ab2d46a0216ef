import { inText, sql } from '../sql.js'
import { get, run } from '../statement.js'
import type { Connection } from './connection/connection.js'

/**
 * Takes the banks that a transaction writes, and where their row numbers go on: until its end nobody else writes them.
 * The first statement of the transaction: its snapshot holds all that the writers before have committed, or it fails as
 * spoiled (40001) and is run again. Each bank counts its own rows, so that no sequence is shared (docs/scaling.md).
 */
export async function lockBanks(connection: Connection, banks: readonly string[]): Promise<void> {
  const locked = (await connection.run(locking(banks))) as { readonly found: number }
  if (locked.found < banks.length) await connection.run(adding(banks))
}

/** Keeps how far the banks have counted; always, because who waits for the lock learns by it that something changed. */
export function releaseBanks(connection: Connection, banks: readonly string[]): Promise<unknown> {
  return connection.run(
    run(sql`
      update bank_rows set last_rid = cast(current_setting('recollect.rid') as bigint)
      where bank ${inText(banks)}`),
  )
}

function locking(banks: readonly string[]) {
  return get<{ found: number }>(sql`
    select count(*) as found, set_config('recollect.rid', cast(coalesce(max(last_rid), 0) as text), true) as rid
    from (select last_rid from bank_rows where bank ${inText(banks)} order by bank for update) as locked`)
}

/** Two that meet a new bank at once: the later one is spoiled, as with a bank that is there. */
function adding(banks: readonly string[]) {
  const list = JSON.stringify(banks)
  return run(sql`
    insert into bank_rows (bank, last_rid)
    select value, 0 from json_array_elements_text(cast(cast(${list} as text) as json)) as t(value) order by value
    on conflict (bank) do nothing`)
}
