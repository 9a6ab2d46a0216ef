import type { Store } from '../../store/store.js'
import type { Table } from './catalogue.js'
import { isMark } from './move-mark.js'
import type { Key, Row } from './row.js'
import { statementsFor } from './table-statements.js'

/** Some rows of a table, and where the next ones begin. */
export interface Page {
  readonly rows: readonly Row[]
  readonly last: Key
}

/**
 * The rows of a table from a key on, in pages of a few megabytes: while one is worked on, the next is on its way. With
 * `isRenumbered` what an unfinished call has done so far is left out: nobody can say which numbers its answers hold.
 */
export async function* readRows(
  store: Store,
  table: Table,
  { after, isRenumbered }: { readonly after?: Key | undefined; readonly isRenumbered: boolean },
): AsyncGenerator<Page> {
  const statements = statementsFor(table, store.engine)
  const ask = (from: Key | undefined, limit: number) => {
    const rows = store.query(statements.page(from, limit))
    // Who stops in the middle does not wait for it.
    rows.catch(() => undefined)
    return { rows, limit }
  }
  let asked: ReturnType<typeof ask> | undefined = ask(after, FIRST_ROWS)
  while (asked !== undefined) {
    const rows: readonly Row[] = await asked.rows
    const end = rows.at(-1)
    if (end === undefined) return
    const last = table.key.map((name) => end[name] ?? null)
    asked = rows.length < asked.limit ? undefined : ask(last, nextLimit(asked.limit, rows))
    yield { rows: rows.filter((row) => doesMove(table, row, isRenumbered)), last }
  }
}

function doesMove({ name }: Table, row: Row, isRenumbered: boolean): boolean {
  if (name === 'store_meta') return !isMark(row['name'])
  return !(isRenumbered && name === 'call_answer' && Number(row['step']) >= 0)
}

const FIRST_ROWS = 200
const MOST_ROWS = 2_000
const PAGE_BYTES = 2_000_000

/** As many as were a page of the wanted size, and at most four times as many as before: large rows often come together. */
function nextLimit(limit: number, rows: readonly Row[]): number {
  const each = Math.max(1, sizeOf(rows) / rows.length)
  return Math.max(1, Math.min(MOST_ROWS, limit * 4, Math.floor(PAGE_BYTES / each)))
}

function sizeOf(rows: readonly Row[]): number {
  let bytes = 0
  for (const row of rows)
    for (const value of Object.values(row))
      bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return bytes
}
