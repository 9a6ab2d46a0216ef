import BetterSqlite3 from 'better-sqlite3'
import { connectTo } from './rows-of.js'

/**
 * Copies the rows of a file into a database of the same schema, or of an earlier one whose columns it has all the same, and
 * lets its row numbers go on behind them.
 */
export async function copyRows(file: string, url: string): Promise<void> {
  const db = new BetterSqlite3(file, { readonly: true })
  const sql = connectTo(url)
  try {
    const tables = await sql`
      select tablename, exists (select 1 from information_schema.columns
        where table_schema = schemaname and table_name = tablename and is_identity = 'YES') as is_numbered,
        array(select cast(column_name as text) from information_schema.columns
          where table_schema = schemaname and table_name = tablename) as columns
      from pg_tables where schemaname = current_schema() and tablename <> 'schema_migration'`
    for (const { tablename, is_numbered, columns: present } of tables) {
      for (const row of db.prepare(`select * from "${tablename}"`).all() as Record<string, unknown>[]) {
        const columns = Object.keys(row).filter((column) => present.includes(column))
        const holes = columns.map((_, i) => `$${i + 1}`)
        const insert = `insert into "${tablename}" (${columns.join(', ')}) overriding system value values (${holes})`
        await sql.unsafe(insert, columns.map((column) => row[column]) as never[])
      }
      if (!is_numbered) continue
      await sql`
        select setval(pg_get_serial_sequence(${tablename}, 'rid'), coalesce(max(rid), 0) + 1, false)
        from ${sql(tablename)}`
    }
  } finally {
    db.close()
    await sql.end()
  }
}
