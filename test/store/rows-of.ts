import BetterSqlite3 from 'better-sqlite3'
import postgres from 'postgres'
import type { MemoryPlace } from '../each-engine.js'
import { storeFile } from '../open-spine.js'

export type Row = Readonly<Record<string, unknown>>
/** The rows of each table, by its name. */
export type Rows = ReadonlyMap<string, readonly Row[]>

/** Every row of every table that both engines have, as it is kept: whole numbers, texts, and bytes in hexadecimal. */
export async function rowsOf({ home, store: url }: MemoryPlace): Promise<Rows> {
  const rows = url === undefined ? rowsOfFile(storeFile(home)) : await rowsOfDatabase(url)
  return new Map(
    [...rows]
      .filter(([table]) => !ofOneEngine.test(table))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([table, kept]) => [table, kept.map(readable)]),
  )
}

/** What an engine has for itself: its index of words, its row numbers, its migrations, the work and erasures that wait. */
const ofOneEngine = /^(?:sqlite_|item_fts|schema_migration$|bank_rows$|erasure$|job$|posting|embedding_near$)/

function rowsOfFile(file: string): Map<string, Row[]> {
  const db = new BetterSqlite3(file, { readonly: true })
  try {
    const tables = db.prepare(`select name from sqlite_schema where type = 'table'`).pluck().all() as string[]
    return new Map(
      tables
        .filter((table) => !ofOneEngine.test(table))
        .map((table) => [table, db.prepare(`select * from "${table}"`).all() as Row[]]),
    )
  } finally {
    db.close()
  }
}

async function rowsOfDatabase(url: string): Promise<Map<string, Row[]>> {
  const sql = connectTo(url)
  try {
    const tables = await sql`select tablename from pg_tables where schemaname = current_schema()`
    const rows = new Map<string, Row[]>()
    for (const { tablename } of tables) rows.set(tablename, [...(await sql`select * from ${sql(tablename)}`)])
    return rows
  } finally {
    await sql.end()
  }
}

/** A session beside the store, which reads whole numbers as such, and sees and writes all banks. */
export function connectTo(url: string) {
  return postgres(url, {
    max: 1,
    onnotice: () => undefined,
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    connection: { 'recollect.reads': '*', 'recollect.writes': '*' } as object,
  })
}

function readable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]),
  )
}
