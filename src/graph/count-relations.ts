import { inInt, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'

/**
 * How many relations entities have or once had, by row number; what was taken back does not count. Of all entities of
 * the bank where none are named: that reads every edge once.
 */
export function* countRelations(bank: string, rids?: readonly number[]): Tx<ReadonlyMap<number, number>> {
  const wanted = rids === undefined ? undefined : inInt(rids)
  const from = wanted === undefined ? sql`` : sql`and from_rid ${wanted}`
  const to = wanted === undefined ? sql`` : sql`and to_rid ${wanted}`
  const both = yield* batch([
    all<CountRow>(sql`
      select from_rid as rid, count(*) as n from edge
      where bank = ${bank} ${from} and status <> 'retracted' and from_rid <> to_rid group by from_rid`),
    all<CountRow>(sql`
      select to_rid as rid, count(*) as n from edge
      where bank = ${bank} ${to} and status <> 'retracted' and from_rid <> to_rid group by to_rid`),
  ])
  const counts = new Map<number, number>()
  for (const { rid, n } of both.flat()) counts.set(rid, (counts.get(rid) ?? 0) + n)
  return counts
}

interface CountRow {
  readonly rid: number
  readonly n: number
}
