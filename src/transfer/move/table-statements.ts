import type { Engine } from '../../store/sql.js'
import { type Sql, sql, type Value } from '../../store/sql.js'
import { all, get, run, type Stmt, type Tx } from '../../store/statement.js'
import type { Table } from './catalogue.js'
import { MARKS } from './move-mark.js'
import type { Key, Row } from './row.js'

/** What a move says to one table. The texts are put together once, of names in the catalogue alone. */
export interface TableStatements {
  count(): Stmt<{ n: number } | undefined>
  /** In the order of the key. */
  page(after: Key | undefined, limit: number): Stmt<Row[]>
  /** Leaves out what is there already. */
  insert(rows: readonly Row[]): Tx<void>
  /** Removes the rows of these banks; all where the table has none. */
  clear(banks: readonly string[]): Tx<void>
}

export function statementsFor(table: Table, engine: Engine): TableStatements {
  const { name, columns, key } = table
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const keys = key.map(quoted).join(', ')
  const source = `select ${list} from ${quoted(name)}`
  const order = `order by ${keys} limit `
  const counting = template(`select count(*) as n from ${quoted(name)}`)
  const first = template(`${source} ${order}`, '')
  const next = template(`${source} where (${keys}) > (`, ...key.slice(1).map(() => ', '), `) ${order}`, '')
  const clearing = table.hasBank
    ? template(`delete from ${quoted(name)} where bank = `, '')
    : // The one table of no bank also holds what is noted of the move itself.
      template(`delete from ${quoted(name)} where name not in (`, ', ', ')')
  const insert = engine === 'sqlite' ? oneByOne(table, list) : together(table, list)
  return {
    count: () => get(counting()),
    page: (after, limit) => all(after === undefined ? first(limit) : next(...after, limit)),
    insert,
    clear: function* (banks) {
      if (!table.hasBank) yield* run(clearing(...MARKS))
      else for (const bank of banks) yield* run(clearing(bank))
    },
  }
}

/** On SQLite a statement that is prepared costs nothing on its way. */
function oneByOne({ name, columns }: Table, list: string): TableStatements['insert'] {
  const inserting = template(
    `insert into ${quoted(name)} (${list}) values (`,
    ...columns.slice(1).map(() => ', '),
    ') on conflict do nothing',
  )
  return function* (rows) {
    for (const row of rows) yield* run(inserting(...columns.map((column) => row[column.name] ?? null)))
  }
}

/** On PostgreSQL a page is one value: COPY is refused behind a wall (docs/scaling.md). */
function together({ name, columns }: Table, list: string): TableStatements['insert'] {
  const read = columns.map(({ name, type }) =>
    type === 'blob' ? `decode(${quoted(name)}, 'base64')` : quoted(name),
  )
  const shape = columns.map(({ name, type }) => `${quoted(name)} ${type === 'integer' ? 'bigint' : 'text'}`)
  const inserting = template(
    `insert into ${quoted(name)} (${list}) select ${read.join(', ')} from json_to_recordset(cast(cast(`,
    ` as text) as json)) as page(${shape.join(', ')}) on conflict do nothing`,
  )
  return function* (rows) {
    const page = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, asJson(value)])),
    )
    yield* run(inserting(JSON.stringify(page)))
  }
}

function asJson(value: Value): string | number | null {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

/** A statement out of its texts, as `sql` makes one of a template: values go between them. */
function template(...texts: readonly string[]): (...values: readonly Value[]) => Sql {
  const strings = Object.assign([...texts], { raw: texts }) as unknown as TemplateStringsArray
  return (...values) => sql(strings, ...values)
}

function quoted(name: string): string {
  return `"${name}"`
}
