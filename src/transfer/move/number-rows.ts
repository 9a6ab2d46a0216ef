import { sql } from '../../store/sql.js'
import { all, column, run, type Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Table } from './catalogue.js'
import { lastOf, rangesOf, type Shifts } from './row-shift.js'
import { statementsFor } from './table-statements.js'

/** How far each bank has counted its rows on PostgreSQL, also those that are gone. */
export async function countersOf(store: Store): Promise<Map<string, number>> {
  const rows = await store.query(
    all<{ bank: string; last_rid: number }>(
      sql`select bank, last_rid from bank_rows where bank is not null and last_rid > 0`,
    ),
  )
  return new Map(rows.map(({ bank, last_rid }) => [bank, last_rid]))
}

/** Makes what is written to the target from now on be numbered behind what was moved: the body of a transaction. */
export async function numberingOf(
  source: Store,
  target: Store,
  tables: readonly Table[],
  shifts: Shifts,
): Promise<() => Tx<void>> {
  if (target.engine === 'sqlite') {
    const last = source.engine === 'sqlite' ? await lastOfFile(source) : lastOf(shifts)
    return () => numberFile(last)
  }
  const counters =
    source.engine === 'postgres'
      ? await countersOf(source)
      : new Map([...(await rangesOf(source, tables))].map(([bank, { high }]) => [bank, high]))
  return () => numberBanks(counters)
}

async function lastOfFile(store: Store): Promise<number> {
  const [last] = await store.query(
    column<number>(sql`select coalesce(max(seq), 0) as last from sqlite_sequence`),
  )
  return last ?? 0
}

/** One number for all tables: it only has to be behind the last. */
function* numberFile(last: number): Tx<void> {
  yield* run(sql`update sqlite_sequence set seq = max(seq, ${last})`)
  yield* run(sql`
    insert into sqlite_sequence (name, seq)
    select name, ${last} from sqlite_schema
    where type = 'table' and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`)
}

function* numberBanks(counters: ReadonlyMap<string, number>): Tx<void> {
  yield* run(sql`delete from bank_rows where bank is not null`)
  const { insert } = statementsFor(bankRows, 'postgres')
  const rows = [...counters].map(([bank, last_rid]) => ({ bank, last_rid }))
  for (let from = 0; from < rows.length; from += PAGE) yield* insert(rows.slice(from, from + PAGE))
}

const PAGE = 5_000

const bankRows: Table = {
  name: 'bank_rows',
  columns: [
    { name: 'bank', type: 'text', isRow: false },
    { name: 'last_rid', type: 'integer', isRow: false },
  ],
  key: ['bank'],
  hasBank: true,
}
