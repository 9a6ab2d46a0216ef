import { MemoryError } from '../../errors.js'
import type { Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Table } from './catalogue.js'
import { bankOf, countIn, type Digests, differing, rowsIn } from './digest.js'
import { readRows } from './read-rows.js'
import { type Shifts, shifted, unshifted } from './row-shift.js'
import { shiftsFor } from './stored-shifts.js'
import { statementsFor } from './table-statements.js'

export interface Verifying {
  readonly source: Store
  readonly target: Store
  readonly tables: readonly Table[]
  readonly compared: (rows: number) => void
}

export interface Verified {
  readonly shifts: Shifts
  readonly rows: number
  readonly banks: number
  /** Rows that were copied again. */
  readonly mended: number
}

/**
 * Compares every table of every bank, and copies again what differs. The source must stand still. Throws `store_corrupt`
 * where it cannot be made the same.
 */
export async function verifyTables({ source, target, tables, compared }: Verifying): Promise<Verified> {
  const shifts = await shiftsFor(source, target, tables)
  const banks = new Set<string>()
  let rows = 0
  let mended = 0
  for (const table of tables) {
    const isRenumbered = shifts.size > 0
    const digestHere = () => digestsOf(source, table, { shifts: unshifted, isRenumbered }, compared)
    const digestThere = () => digestsOf(target, table, { shifts, isRenumbered: false })
    const [here, there] = await Promise.all([digestHere(), digestThere()])
    const wrong = differing(here, there)
    if (wrong.length > 0) {
      mended += await mend({ source, target, table, shifts }, new Set(wrong))
      const still = differing(here, await digestThere())
      if (still.length > 0) throw notTheSame(table, still.length)
    }
    rows += rowsIn(here)
    for (const bank of here.keys()) if (table.hasBank) banks.add(bank)
  }
  return { shifts, rows, banks: banks.size, mended }
}

interface Numbering {
  readonly shifts: Shifts
  readonly isRenumbered: boolean
}

async function digestsOf(
  store: Store,
  table: Table,
  { shifts, isRenumbered }: Numbering,
  seen: (rows: number) => void = () => undefined,
): Promise<Digests> {
  const digests: Digests = new Map()
  for await (const { rows } of readRows(store, table, { isRenumbered })) {
    for (const row of rows) countIn(digests, table, shifted(table, row, shifts, -1))
    seen(rows.length)
  }
  return digests
}

interface Mending {
  readonly source: Store
  readonly target: Store
  readonly table: Table
  readonly shifts: Shifts
}

/** Answers how many rows were copied again. */
async function mend({ source, target, table, shifts }: Mending, banks: ReadonlySet<string>): Promise<number> {
  const { clear, insert } = statementsFor(table, target.engine)
  await target.tx(function* (): Tx<void> {
    yield* clear([...banks])
  })
  let copied = 0
  for await (const { rows } of readRows(source, table, { isRenumbered: shifts.size > 0 })) {
    const again = rows
      .filter((row) => banks.has(bankOf(table, row)))
      .map((row) => shifted(table, row, shifts, 1))
    if (again.length > 0) await target.tx(insert, again)
    copied += again.length
  }
  return copied
}

function notTheSame({ name }: Table, banks: number): MemoryError {
  return new MemoryError(
    'store_corrupt',
    `table ${name} did not arrive as it is, in ${banks} of the banks`,
    'the source is untouched: keep using it, and report this; recollect doctor examines it',
  )
}
