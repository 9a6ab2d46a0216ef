import { createHash } from 'node:crypto'
import { postgresTypes } from '../migrations/migration.js'
import { wallEverything } from '../migrations/wall-everything.js'
import { type Sql, sql } from '../sql.js'
import { all, get, run } from '../statement.js'
import type { NearTo, StoredVectors, VectorRow } from '../stored-vectors.js'
import type { Connection } from './connection/connection.js'
import { sqlState } from './connection/postgres-errors.js'

/**
 * The extension pgvector, where it is in the database or may be put there: no numbered step of the schema, because it may
 * come later, and what it keeps is derived. Undefined where it is not, is older than 0.8, or may not be created.
 */
export async function openStoredVectors(
  connection: Connection,
  borrow: <T>(use: (connection: Connection) => Promise<T>) => Promise<T>,
): Promise<StoredVectors | undefined> {
  const found = (await connection.run(standing())) as Standing
  if (found.has_table === 0) {
    if (found.offered === null || isTooOld(found.offered)) return undefined
    if (!(await create(connection))) return undefined
  } else if (found.has_type === 0 || isTooOld(found.installed)) return undefined
  return {
    add,
    lacking,
    nearest,
    countWrong,
    makeIndex: (bank, dimensions) => borrow((own) => makeIndex(own, bank, dimensions)),
  }
}

interface Standing {
  readonly has_table: number
  readonly has_type: number
  readonly installed: string | null
  readonly offered: string | null
}

function standing() {
  return get<Standing>(sql`
    select to_regclass('embedding_near') is not null as has_table, to_regtype('halfvec') is not null as has_type,
      (select extversion from pg_extension where extname = 'vector') as installed,
      (select coalesce(installed_version, default_version) from pg_available_extensions where name = 'vector') as offered`)
}

/** `halfvec` came with 0.7, scans that go on until enough is found with 0.8. */
function isTooOld(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  return major === 0 && minor < 8
}

/** False where the user may not. Processes that start together take turns. */
async function create(connection: Connection): Promise<boolean> {
  await connection.exec('begin read write')
  try {
    await connection.exec(`select pg_advisory_xact_lock(${CREATION_LOCK})`)
    for (const statement of creation) await connection.exec(statement)
    await connection.exec('commit')
    return true
  } catch (error) {
    if (connection.isLost) throw error
    await connection.exec('rollback')
    if (REFUSALS.has(sqlState(error) ?? '')) return false
    throw error
  }
}

// Another number than the one for migrations: "Near" in ASCII.
const CREATION_LOCK = 0x4e656172

/** Not permitted; a server that only reads; an extension whose files or types are not there. */
const REFUSALS: ReadonlySet<string> = new Set(['42501', '25006', '0A000', '58P01', '42704'])

const { integer, text } = postgresTypes

const creation = [
  'create extension if not exists vector',
  // Half precision: a bank is read twice as fast, and what is shown is compared once more as it is stored.
  `create table if not exists embedding_near (
    bank ${text} not null,
    text_rid ${integer} not null,
    part ${integer} not null,
    dimensions integer not null,
    near halfvec,
    primary key (bank, text_rid, part),
    foreign key (bank, text_rid, part) references embedding (bank, text_rid, part) on delete cascade
  )`,
  // In its row, as far as a page holds it: else each would be fetched from another table.
  'alter table embedding_near alter column near set storage main',
  wallEverything,
]

function add(bank: string, rows: readonly VectorRow[]) {
  const list = JSON.stringify(
    rows.map(({ textRid, part, vector }) => ({
      t: textRid,
      p: part,
      d: vector?.length ?? 0,
      v: vector === undefined ? null : written(vector),
    })),
  )
  return run(sql`
    insert into embedding_near (bank, text_rid, part, dimensions, near)
    select ${bank}, row.t, row.p, row.d, cast(row.v as halfvec)
    from json_to_recordset(cast(cast(${list} as text) as json)) as row (t bigint, p bigint, d integer, v text)
    on conflict do nothing`)
}

function lacking(bank: string, after: number, limit: number) {
  return all<{ rid: number; text_rid: number; part: number; vector: Uint8Array }>(sql`
    select e.rid, e.text_rid, e.part, e.vector
    from embedding e
    left join embedding_near n on n.bank = e.bank and n.text_rid = e.text_rid and n.part = e.part
    where e.bank = ${bank} and e.rid > ${after} and e.vector is not null and n.bank is null
    order by e.rid limit ${limit}`)
}

/**
 * A bank is compared row by row, or by an index of its own: one that all banks share would go through the vectors of
 * others until it has found enough of this bank's.
 */
function nearest(bank: string, { vector, model, count, exact }: NearTo) {
  const halves = halvesOf(vector.length)
  // Only a plan that has the bank's name in it can use the bank's index.
  const settings = get(sql`
    select set_config('hnsw.ef_search', ${String(Math.min(EF_MOST, Math.max(EF_LEAST, count)))}, true) as breadth,
      set_config('hnsw.iterative_scan', 'strict_order', true) as goes_on,
      set_config('plan_cache_mode', 'force_custom_plan', true) as plan`)
  const rows = all<{ rid: number; item_rid: number; similarity: number; vector: Uint8Array | null }>(sql`
    select e.rid, e.item_rid, 1 - found.distance as similarity,
      case when found.place <= ${exact} then e.vector end as vector
    from (
      select text_rid, part, distance, row_number() over (order by distance) as place
      from (
        select text_rid, part, cast(near as ${halves}) <=> cast(${written(vector)} as ${halves}) as distance
        from embedding_near
        where bank = ${bank} and dimensions = ${vector.length}
        order by distance limit ${count}
      ) as closest
    ) as found
    join embedding e on e.bank = ${bank} and e.text_rid = found.text_rid and e.part = found.part
    join embedding_bank m on m.bank = e.bank and m.model = ${model}
    order by found.place`)
  return [settings, rows] as const
}

/** How many the index looks at: pgvector's own 40 are fewer than are asked for. */
const EF_LEAST = 200
const EF_MOST = 1_000

function countWrong(bank: string) {
  return get<{ n: number }>(sql`
    select count(*) as n
    from embedding e
    join embedding_bank m on m.bank = e.bank and m.next_model is null
    left join embedding_near n on n.bank = e.bank and n.text_rid = e.text_rid and n.part = e.part
    where e.bank = ${bank} and e.vector is not null
      and (n.bank is null or n.dimensions not in (0, m.dimensions)
        or n.dimensions <> coalesce(vector_dims(n.near), 0))`)
}

/** Six places are more than half precision has; the nearest are compared as they are stored. */
function written(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => Math.round(value * 1e6) / 1e6).join(',')}]`
}

const types = new Map<number, Sql>()

/** The type with its dimensions, without which it has no index; those of one model are one text, so prepared once. */
function halvesOf(dimensions: number): Sql {
  const known = types.get(dimensions)
  if (known !== undefined) return known
  if (!Number.isSafeInteger(dimensions)) throw new RangeError(`not a number of dimensions: ${dimensions}`)
  const strings = [`halfvec(${dimensions})`]
  const made = sql(Object.assign(strings, { raw: strings }))
  types.set(dimensions, made)
  return made
}

async function makeIndex(connection: Connection, bank: string, dimensions: number): Promise<boolean> {
  if (dimensions > INDEX_DIMENSIONS) return false
  // slice-ok: hexadecimal digits
  const family = `embedding_near_${createHash('sha256').update(bank).digest('hex').slice(0, 16)}`
  const name = `${family}_${dimensions}`
  const asked = (await connection.run(
    get<Asked>(sql`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as is_ours,
        format('create index concurrently %I on embedding_near using hnsw (cast(near as halfvec(%s)) halfvec_cosine_ops)
          where bank = %L and dimensions = %s', cast(${name} as text), cast(${dimensions} as bigint),
          cast(${bank} as text), cast(${dimensions} as bigint)) as creation`),
  )) as Asked
  if (asked.is_ours === 0) return false
  try {
    const others = (await connection.run(
      all<{ name: string; is_valid: number }>(sql`
        select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = cast('embedding_near' as regclass) and starts_with(c.relname, ${family})`),
    )) as { name: string; is_valid: number }[]
    if (others.some((other) => other.name === name && other.is_valid === 1)) return false
    // Outside of a transaction, or those who write would wait for all of it.
    await connection.exec('set default_transaction_read_only = off')
    await connection.exec('set statement_timeout = 0')
    // Of a model before, or left half made by a process that ended.
    for (const other of others) await connection.exec(`drop index concurrently if exists ${other.name}`)
    await connection.exec(asked.creation)
    return true
  } catch (error) {
    if (REFUSALS.has(sqlState(error) ?? '')) return false
    throw error
  } finally {
    // With all that was set: the session goes, and its lock.
    await connection.end()
  }
}

interface Asked {
  readonly is_ours: number
  readonly creation: string
}

/** More have no index in pgvector. */
const INDEX_DIMENSIONS = 4_000
