import type { Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Table } from './catalogue.js'
import { asKey, asNoted, type MoveMark, markIn, setMark, storedMark } from './move-mark.js'
import { readRows } from './read-rows.js'
import type { Row } from './row.js'
import { shifted } from './row-shift.js'
import { shiftsFor } from './stored-shifts.js'
import { statementsFor, type TableStatements } from './table-statements.js'

export interface Copying {
  readonly source: Store
  readonly target: Store
  readonly tables: readonly Table[]
  /** Told how many rows are there that were not before. */
  readonly copied: (rows: number) => void
}

/**
 * Copies table by table, and notes with each page how far it is. What others change meanwhile may be missed or met twice:
 * that is mended when everything is compared (./verify-tables.ts).
 */
export async function copyTables({ source, target, tables, copied }: Copying): Promise<void> {
  const present = await target.query(storedMark())
  if (present === undefined) return
  const mark = markIn(present.value)
  copied(mark.copied)
  if (mark.table === undefined) return
  const shifts = await shiftsFor(source, target, tables)
  const isRenumbered = shifts.size > 0
  let total = mark.copied
  const first = tables.findIndex(({ name }) => name === mark.table)
  for (const [index, table] of tables.entries()) {
    if (index < first) continue
    const statements = statementsFor(table, target.engine)
    const after = index === first ? asKey(mark.after) : undefined
    for await (const { rows, last } of readRows(source, table, { after, isRenumbered })) {
      const moved = rows.map((row) => shifted(table, row, shifts, 1))
      total += rows.length
      const so = { ...mark, table: table.name, after: asNoted(last), copied: total }
      await target.tx(writePage, statements, moved, so)
      copied(rows.length)
    }
  }
  await target.tx(setMark, { ...mark, table: undefined, after: undefined, copied: total })
}

function* writePage({ insert }: TableStatements, rows: readonly Row[], mark: MoveMark): Tx<void> {
  if (rows.length > 0) yield* insert(rows)
  yield* setMark(mark)
}
