import type { Env } from '../../../clock.js'
import { sql } from '../../sql.js'
import { all, get } from '../../statement.js'
import type { Connection } from '../connection/connection.js'

/**
 * Waits until no transaction of the whole server can see what was deleted before now: only then does a rewriting leave it
 * out. Answers who still can, when that takes longer than `patienceMs`. Needs the right to make a table.
 *
 * Who looks since when is told to the owner of a session alone, so it is tried: a row is made and deleted, and its table
 * rewritten until that is empty.
 */
export async function unseenByAll(
  session: Connection,
  env: Env,
  patienceMs: number,
): Promise<string | undefined> {
  const deadline = env.now() + patienceMs
  await session.exec(`drop table if exists ${PROBE}`)
  await session.exec(`create table ${PROBE} (n bigint)`)
  try {
    await session.exec(`insert into ${PROBE} values (1)`)
    await session.exec(`delete from ${PROBE}`)
    for (;;) {
      await session.exec(`vacuum (full) ${PROBE}`)
      if (await isEmpty(session)) return undefined
      if (env.now() >= deadline) return `${await whoLooks(session)}: end it, then run it again`
      await env.sleep(RETRY_MS)
    }
  } finally {
    if (!session.isLost) await session.exec(`drop table if exists ${PROBE}`)
  }
}

const PROBE = 'recollect_vacuum_probe'
const RETRY_MS = 100

async function isEmpty(session: Connection): Promise<boolean> {
  const row = await session.run(get(sql`select pg_relation_size(cast(${PROBE} as regclass)) as bytes`))
  return (row as { readonly bytes: number }).bytes === 0
}

/** As far as this role may know. */
async function whoLooks(session: Connection): Promise<string> {
  const sessions = (await session.run(
    all<{ pid: number; name: string | null }>(sql`
      select pid, application_name as name from pg_stat_activity
      where backend_xmin is not null and pid <> pg_backend_pid() order by age(backend_xmin) desc limit 3`),
  )) as { readonly pid: number; readonly name: string | null }[]
  const slots = (await session.run(
    all<{ name: string }>(sql`
      select slot_name as name from pg_replication_slots
      where xmin is not null or catalog_xmin is not null order by slot_name limit 3`),
  )) as { readonly name: string }[]
  const prepared = (await session.run(get(sql`select count(*) as n from pg_prepared_xacts`))) as {
    readonly n: number
  }
  const seen = [
    ...sessions.map(({ pid, name }) => `session ${pid}${name === null || name === '' ? '' : ` (${name})`}`),
    ...slots.map(({ name }) => `replication slot ${name}`),
    ...(prepared.n > 0 ? [`${prepared.n} prepared transactions`] : []),
  ]
  const named = seen.length === 0 ? 'a transaction of another role' : seen.join(', ')
  return `what was deleted is still seen by ${named}`
}
