import { MemoryError } from '../../errors.js'
import { alt, sql } from '../../store/sql.js'
import { all } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { isRowNumber, ofOneEngine } from './table-roles.js'

/** A table that moves, as both engines have it. */
export interface Table {
  readonly name: string
  /** By name. */
  readonly columns: readonly Column[]
  /** Of the primary key, in its order: the row number alone on SQLite, where it is one. */
  readonly key: readonly string[]
  /** Whose rows belong to a bank each. */
  readonly hasBank: boolean
}

export interface Column {
  readonly name: string
  readonly type: ColumnType
  /** It numbers a row of its bank. */
  readonly isRow: boolean
}

export type ColumnType = 'integer' | 'text' | 'blob'

/** What the store itself says it has: a table of a later schema moves as well. */
export async function catalogueOf(store: Store): Promise<readonly Table[]> {
  const rows = await store.query(columnsOf())
  const names = [...new Set(rows.map((row) => row.table_name))].filter((name) => !ofOneEngine.has(name))
  return names.map((name) =>
    tableOf(
      name,
      rows.filter((row) => row.table_name === name),
    ),
  )
}

interface CatalogueRow {
  readonly table_name: string
  readonly name: string
  readonly type: string
  /** From 1; 0 where it is not part of the key. */
  readonly key_place: number
}

function columnsOf() {
  return all<CatalogueRow>(
    sql`${alt(
      sql`select l.name as table_name, c.name, lower(c.type) as type, c.pk as key_place
        from pragma_table_list l join pragma_table_info(l.name) c
        where l.schema = 'main' and l.type = 'table' and l.name not like 'sqlite\\_%' escape '\\'
        order by l.name, c.name`,
      sql`select cast(t.relname as text) as table_name, cast(c.attname as text) as name,
          format_type(c.atttypid, c.atttypmod) as type,
          cast(coalesce(array_position(cast(i.indkey as smallint[]), c.attnum) + 1, 0) as bigint) as key_place
        from pg_class t
        join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
        left join pg_index i on i.indrelid = t.oid and i.indisprimary
        where t.relnamespace = quote_ident(current_schema())::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        order by cast(t.relname as text) collate "C", cast(c.attname as text) collate "C"`,
    )}`,
  )
}

function tableOf(name: string, rows: readonly CatalogueRow[]): Table {
  const key = rows.filter((row) => row.key_place > 0).sort((a, b) => a.key_place - b.key_place)
  return {
    name: plainName(name),
    columns: rows.map((row) => ({
      name: plainName(row.name),
      type: typeOf(name, row),
      isRow: isRowNumber(name, row.name),
    })),
    key: key.map((row) => row.name),
    hasBank: rows.some((row) => row.name === 'bank'),
  }
}

function typeOf(table: string, { name, type }: CatalogueRow): ColumnType {
  const found = types.get(type)
  if (found !== undefined) return found
  throw new MemoryError(
    'store_corrupt',
    `column ${name} of table ${table} is of a kind that no store has: ${type}`,
    'give Recollect a database of its own',
  )
}

const types: ReadonlyMap<string, ColumnType> = new Map([
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['text', 'text'],
  ['blob', 'blob'],
  ['bytea', 'blob'],
])

/** Names become syntax, so that only such as ours are let through. */
function plainName(name: string): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name)) return name
  throw new MemoryError(
    'store_corrupt',
    'the store holds a table that is none of ours',
    'give Recollect a database of its own',
  )
}
