import type { ColumnTypes } from './migration.js'

/**
 * Work that waits, taken by one process at a time. Only where many machines share a store: of a file, whoever makes work
 * does it. The one table that is not divided by bank; it has no text (docs/scaling.md).
 */
export function jobs({ engine, integer, text }: ColumnTypes): string[] {
  if (engine !== 'postgres') return []
  return [
    // `due_at`: from when it may be taken, by the clock of the database; while it is claimed, the end of the lease; null
    // where it has failed for good. `wanted` grows when it is wanted again while somebody is at it. `error`: a code.
    `create table job (
      bank ${text} not null,
      kind ${text} not null,
      subject ${text} not null,
      actor ${text} not null,
      wanted ${integer} not null,
      tries ${integer} not null,
      due_at ${integer},
      claimed_by ${text},
      error ${text},
      primary key (bank, kind, subject)
    )`,
    'create index job_by_time on job (due_at)',
    // What was left without vectors until now, by the counters.
    `insert into job (bank, kind, subject, actor, wanted, tries, due_at)
      select b.bank, 'embed', '', '', 1, 0, 0 from bank b join embedding_bank e on e.bank = b.bank
      where b.items > e.indexed + e.failed + e.skipped`,
  ]
}
