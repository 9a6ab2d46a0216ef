import type { Env } from '../../../clock.js'
import { MemoryError } from '../../../errors.js'
import { sql } from '../../sql.js'
import { all, get } from '../../statement.js'
import type { RewriteOptions, Rewritten } from '../../store.js'
import type { Connection } from '../connection/connection.js'
import { quoteName } from '../quote-name.js'
import { unseenByAll } from './unseen-by-all.js'
import { whatOthersKeep } from './what-others-keep.js'

/**
 * Writes every table of the store anew, with its indexes and what lies beside it, so that no byte of a deleted row is left
 * in the files of the database: a plain VACUUM leaves them in free space of the pages. Each table is locked for as long as
 * that takes, on a session of this work alone.
 */
export async function rewriteTables(
  open: () => Promise<Connection>,
  env: Env,
  lockTimeoutMs: number,
  options: RewriteOptions,
): Promise<Rewritten> {
  const session = await open()
  try {
    session.expectAnswers(undefined)
    const lockTimeout = `set lock_timeout = ${Math.ceil(lockTimeoutMs)}`
    await session.exec(`set default_transaction_read_only = off; set statement_timeout = 0; ${lockTimeout}`)
    return await rewrite(session, env, lockTimeoutMs, options)
  } finally {
    await session.end()
  }
}

async function rewrite(
  session: Connection,
  env: Env,
  lockTimeoutMs: number,
  { progress, signal }: RewriteOptions,
): Promise<Rewritten> {
  const tables = await tablesOf(session)
  refuseOthers(tables)
  const before = await databaseBytes(session)
  const held = await unseenByAll(session, env, lockTimeoutMs)
  if (held !== undefined)
    return { state: 'logical', reason: held, tables: [], bytesBefore: before, bytesAfter: before, kept: [] }
  const rewritten: Rewritten['tables'][number][] = []
  for (const { name, bytes } of tables) {
    signal?.throwIfAborted()
    const began = env.now()
    // What the planner knows of it is taken anew, too: samples of deleted values are part of that.
    await session.exec(`vacuum (full, analyze) ${quoteName(name)}`)
    rewritten.push({ table: name, bytesBefore: bytes, ms: env.now() - began })
    progress?.(rewritten.length, tables.length)
  }
  const samples = await rewriteSamples(session, env, lockTimeoutMs)
  return {
    state: samples === undefined ? 'physical' : 'logical',
    reason: samples ?? null,
    tables: rewritten,
    bytesBefore: before,
    bytesAfter: await databaseBytes(session),
    kept: await whatOthersKeep(session),
  }
}

interface Table {
  readonly name: string
  readonly bytes: number
  readonly is_owned: number
}

/** All that a text can lie in: the tables of banks, and what the store knows of itself. */
async function tablesOf(session: Connection): Promise<readonly Table[]> {
  return (await session.run(
    all<Table>(sql`
      select c.relname as name, pg_total_relation_size(c.oid) as bytes, pg_has_role(c.relowner, 'usage') as is_owned
      from pg_class c
      where c.relnamespace = cast(quote_ident(current_schema()) as regnamespace) and c.relkind = 'r'
        and (c.relname = 'store_meta'
          or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'bank'))
      order by c.relname`),
  )) as Table[]
}

/** The server would skip the tables of others, and say so in a notice alone. */
function refuseOthers(tables: readonly Table[]): void {
  const others = tables.filter(({ is_owned }) => is_owned === 0)
  if (others.length === 0) return
  throw new MemoryError(
    'denied',
    `the role of this connection does not own ${others.length} of ${tables.length} tables, and may not rewrite them`,
    'run it as the owner of the database: recollect vacuum --store postgres://OWNER@HOST/DATABASE',
  )
}

/**
 * The samples of values by which the server plans are rows of a table of its own: what was sampled of a deleted row stays in
 * its pages, like the row. Answers why it could not be rewritten.
 */
async function rewriteSamples(
  session: Connection,
  env: Env,
  patienceMs: number,
): Promise<string | undefined> {
  const row = (await session.run(
    get<{ is_owner: number }>(sql`
      select pg_has_role(datdba, 'usage') as is_owner from pg_database where datname = current_database()`),
  )) as { readonly is_owner: number }
  if (row.is_owner === 0)
    return "the server's samples of values (pg_statistic) may quote it still: only the owner of the database can rewrite them"
  // The samples from before were replaced just now: they can be left out once no transaction sees them either.
  const held = await unseenByAll(session, env, patienceMs)
  if (held !== undefined) return held
  await session.exec('vacuum (full) pg_catalog.pg_statistic')
  return undefined
}

async function databaseBytes(session: Connection): Promise<number> {
  const row = await session.run(get(sql`select pg_database_size(current_database()) as bytes`))
  return (row as { readonly bytes: number }).bytes
}
