import { sql } from '../../store/sql.js'
import { get } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Table } from './catalogue.js'
import { SHIFTS, setNote } from './move-mark.js'
import { countersOf } from './number-rows.js'
import { layOut, rangesOf, type Shift, type Shifts, unshifted } from './row-shift.js'

/**
 * How the row numbers of each bank are shifted, by what the source has now; noted in the target before any row is written
 * so. None where they may stay as they are.
 */
export async function shiftsFor(source: Store, target: Store, tables: readonly Table[]): Promise<Shifts> {
  if (source.engine === 'sqlite' || target.engine === 'postgres') return unshifted
  const noted = await target.query(
    get<{ value: Uint8Array }>(sql`select value from store_meta where name = ${SHIFTS}`),
  )
  const before: Shifts =
    noted === undefined
      ? unshifted
      : new Map(JSON.parse(Buffer.from(noted.value).toString()) as [string, Shift][])
  const ranges = await rangesOf(source, tables)
  for (const [bank, last] of await countersOf(source)) {
    const so = ranges.get(bank)
    ranges.set(bank, { low: so?.low ?? last, high: Math.max(last, so?.high ?? last) })
  }
  const shifts = layOut(ranges, before)
  await target.tx(setNote, SHIFTS, [...shifts])
  return shifts
}
