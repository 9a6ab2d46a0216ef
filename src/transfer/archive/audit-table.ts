import { z } from 'zod'
import { CHAIN_START, type ChainedRow, chainHash } from '../../audit.js'
import {
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { capabilities } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'

const label = archived.text.min(1).max(600)

const auditShape = z.strictObject({
  seq: z.int().min(1),
  at: archived.time,
  actor: label,
  operation: label,
  capability: z.enum(capabilities),
  outcome: label,
  /** JSON, as it was hashed. */
  ids: archived.text.max(10_000),
  counts: archived.text.max(10_000),
  hash: archived.blob(32),
})

type AuditRow = z.output<typeof auditShape>

/**
 * The chain of writes and refusals, to the byte. A row is taken where it continues the bank's own chain, which is
 * then the beginning of the archive's; a bank that has a history of its own keeps that (docs/backup.md).
 */
export const auditTable: ArchiveTable<AuditRow> = {
  type: 'audit',
  shape: auditShape,
  key: ({ seq }) => [seq],

  *page(bank, after, limit): Tx<AuditRow[]> {
    const rows = yield* all<Omit<AuditRow, 'hash'> & { hash: Uint8Array }>(sql`
      select seq, at, actor, operation, capability, outcome, ids, counts, hash from audit
      where bank = ${bank} and seq > ${after?.seq ?? 0} order by seq limit ${limit}`)
    return rows.map((row) => ({ ...row, hash: base64(row.hash) }))
  },

  add: ({ reach }, rows) =>
    function* addChain(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let present = 0
      for (const row of rows) {
        const hash = fromBase64(row.hash)
        const known = yield* get<{ seq: number; hash: Uint8Array }>(
          sql`select seq, hash from audit where bank = ${bank} and seq <= ${row.seq} order by seq desc limit 1`,
        )
        if (known?.seq === row.seq) {
          if (Buffer.compare(known.hash, hash) === 0) present += 1
          continue
        }
        if ((known?.seq ?? 0) !== row.seq - 1 || !isNext(known?.hash, { ...row, bank }, hash)) continue
        added += yield* run(sql`
          insert into audit (bank, seq, at, actor, operation, capability, outcome, ids, counts, hash)
          values (${bank}, ${row.seq}, ${row.at}, ${row.actor}, ${row.operation}, ${row.capability},
            ${row.outcome}, ${row.ids}, ${row.counts}, ${hash})`)
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },
}

function isNext(before: Uint8Array = CHAIN_START.hash, row: ChainedRow, hash: Uint8Array): boolean {
  return Buffer.compare(chainHash(before, row), hash) === 0
}
