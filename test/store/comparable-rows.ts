import type { Row, Rows } from './rows-of.js'

/**
 * Rows as text, in an order of their own, so that those of two stores can be compared. A row number becomes its place
 * among those of its table in its bank: SQLite counts in a table, PostgreSQL in a bank, and both only upwards.
 */
export function comparableRows(rows: Rows): Record<string, readonly string[]> {
  const places = placesOf(rows)
  const text = (table: string, row: Row) =>
    JSON.stringify(
      Object.entries(row)
        .map(([column, value]) => [column, placeOf(places, table, row, column, value)])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
  return Object.fromEntries(
    [...rows].map(([table, kept]) => [table, kept.map((row) => text(table, row)).sort()]),
  )
}

/** The table whose rows a column of row numbers names, where its name does not say. */
const named: Readonly<Record<string, string>> = {
  item_rid: 'item',
  text_rid: 'item_text',
  first_rid: 'item',
  second_rid: 'item',
  old_rid: 'item',
  new_rid: 'item',
  source_rid: 'item',
  document_rid: 'item',
  name_rid: 'entity_name',
  of_rid: 'entity_name',
  from_name: 'entity_name',
  to_name: 'entity_name',
  from_rid: 'entity',
  to_rid: 'entity',
  subject_rid: 'entity',
  own_rid: 'entity',
  merged_rid: 'entity',
  entity_rid: 'entity',
  version_rid: 'document_version',
  task_rid: 'task_name',
  session_rid: 'session',
  recall_rid: 'recall',
  extraction_rid: 'extraction',
}

/** What is indexed of a text has the number of the text. */
const sharing: Readonly<Record<string, string>> = { item_terms: 'item_text' }

function tableNamedBy(table: string, column: string): string | undefined {
  if (column === 'rid') return sharing[table] ?? table
  if (column.endsWith('_rid') && named[column] === undefined)
    throw new Error(`say in comparable-rows.ts which rows ${table}.${column} names`)
  return named[column]
}

type Places = ReadonlyMap<string, ReadonlyMap<number, number>>

const keyOf = (row: Row, table: string) => `${table} of ${row.bank}`

function placesOf(rows: Rows): Places {
  const numbers = new Map<string, Set<number>>()
  for (const [table, kept] of rows)
    for (const row of kept)
      for (const [column, value] of Object.entries(row)) {
        const of = tableNamedBy(table, column)
        if (of === undefined || typeof value !== 'number') continue
        const key = keyOf(row, of)
        numbers.set(key, (numbers.get(key) ?? new Set()).add(value))
      }
  return new Map(
    [...numbers].map(([key, all]) => [
      key,
      new Map([...all].sort((a, b) => a - b).map((number, place) => [number, place])),
    ]),
  )
}

function placeOf(places: Places, table: string, row: Row, column: string, value: unknown): unknown {
  const of = tableNamedBy(table, column)
  if (table === 'event_data' && typeof value === 'string') return value.replace(STAMP, '')
  if (of === undefined || typeof value !== 'number') return value
  return `#${places.get(keyOf(row, of))?.get(value)}`
}

/** Of core memory in a prompt that was kept: made of row numbers, to notice that something changed. */
const STAMP = /"stamp":"[^"]*"/
