import { z } from 'zod'
import { type ArchiveTable, archived, type Taken, taken } from '../../items/archive-table.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'

const readShape = z.strictObject({
  at: archived.time,
  actor: archived.text.min(1).max(600),
  operation: archived.text.min(1).max(600),
  counts: archived.text.max(10_000),
  /** How many rows are the same in all of it. */
  n: z.int().min(1).max(1_000_000),
})

type ReadRow = z.output<typeof readShape>

/** The log of reads. It has no key of its own: equal rows are counted, so that importing twice adds none. */
export const readTable: ArchiveTable<ReadRow> = {
  type: 'read',
  shape: readShape,
  key: ({ at, actor, operation, counts }) => [at, actor, operation, counts],

  *page(bank, after, limit): Tx<ReadRow[]> {
    const { at = BEFORE_ALL, actor = '', operation = '', counts = '' } = after ?? {}
    return yield* all<ReadRow>(sql`
      select at, actor, operation, counts, count(*) as n from audit_read
      where bank = ${bank} and at >= ${at} and (at, actor, operation, counts) > (${at}, ${actor}, ${operation}, ${counts})
      group by at, actor, operation, counts
      order by at, actor, operation, counts limit ${limit}`)
  },

  add: ({ reach }, rows) =>
    function* addReads(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let present = 0
      for (const { at, actor, operation, counts, n } of rows) {
        const known = yield* get<{ n: number }>(sql`
          select count(*) as n from audit_read
          where bank = ${bank} and at = ${at} and actor = ${actor} and operation = ${operation} and counts = ${counts}`)
        const there = Math.min(n, known?.n ?? 0)
        present += there
        for (let i = there; i < n; i++) {
          added += yield* run(sql`
            insert into audit_read (bank, at, actor, operation, counts)
            values (${bank}, ${at}, ${actor}, ${operation}, ${counts})`)
        }
      }
      return taken({ added, present })
    },
}

const BEFORE_ALL = -1_000_000_000_000_000
