import { createHash } from 'node:crypto'
import { actorLabel, type Capability, type Reach } from './reach.js'
import { sql } from './store/sql.js'
import { all, get, run, type Tx, unwaited } from './store/statement.js'

/** What a write did: which items, and how many rows. Never a body, a name, or a hash of them. */
export interface Effect {
  readonly ids: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

export interface AuditEntry {
  readonly at: number
  readonly operation: string
  readonly capability: Capability
  /** `done`, or the code of the refusal. */
  readonly outcome: string
}

/**
 * Appends one row to the bank's chain, in the transaction of what it records: no audit, no write. Each row's
 * hash covers the one before, so that a row that is changed or missing later shows (`recollect doctor`).
 */
export function* appendAudit(reach: Reach, entry: AuditEntry, effect: Effect): Tx<void> {
  const bank = reach.writes
  const last = yield* get<{ seq: number; hash: Uint8Array }>(
    sql`select seq, hash from audit where bank = ${bank} order by seq desc limit 1`,
  )
  const row: ChainedRow = {
    bank,
    seq: (last?.seq ?? 0) + 1,
    at: entry.at,
    actor: actorLabel(reach.actor),
    operation: entry.operation,
    capability: entry.capability,
    outcome: entry.outcome,
    ids: JSON.stringify(effect.ids.slice(0, IDS_KEPT)),
    counts: JSON.stringify({ ...effect.counts, ids: effect.ids.length }),
  }
  yield* unwaited(
    run(sql`
      insert into audit (bank, seq, at, actor, operation, capability, outcome, ids, counts, hash)
      values (${bank}, ${row.seq}, ${row.at}, ${row.actor}, ${row.operation}, ${row.capability}, ${row.outcome},
        ${row.ids}, ${row.counts}, ${chainHash(last?.hash ?? EMPTY, row)})`),
  )
}

/** Where the bank's chain is broken, in words; nothing when it is whole. Pages by key. */
export function* checkChain(bank: string, after: ChainPosition): Tx<ChainCheck> {
  const rows = yield* all<ChainedRow & { hash: Uint8Array }>(sql`
    select bank, seq, at, actor, operation, capability, outcome, ids, counts, hash
    from audit where bank = ${bank} and seq > ${after.seq} order by seq limit ${PAGE_ROWS}`)
  let { seq, hash } = after
  for (const row of rows) {
    if (row.seq !== seq + 1)
      return {
        problem: `audit row ${seq + 1} is missing`,
        brokenAt: seq + 1,
        next: undefined,
        rows: seq - after.seq,
      }
    hash = chainHash(hash, row)
    if (Buffer.compare(hash, row.hash) !== 0)
      return {
        problem: `audit row ${row.seq} was changed`,
        brokenAt: row.seq,
        next: undefined,
        rows: row.seq - after.seq,
      }
    seq = row.seq
  }
  const isLast = rows.length < PAGE_ROWS
  return {
    problem: undefined,
    brokenAt: undefined,
    next: isLast ? undefined : { seq, hash },
    rows: rows.length,
  }
}

export interface ChainPosition {
  readonly seq: number
  readonly hash: Uint8Array
}

export interface ChainCheck {
  readonly problem: string | undefined
  /** The first row that is not there, or not as it was. */
  readonly brokenAt: number | undefined
  readonly next: ChainPosition | undefined
  /** How many were looked at. */
  readonly rows: number
}

const EMPTY = new Uint8Array()

export const CHAIN_START: ChainPosition = { seq: 0, hash: EMPTY }

// An import of thousands is told by its counts; the ids of the first say enough to find it.
const IDS_KEPT = 50

const PAGE_ROWS = 1_000

/** A row as it is hashed: to the byte. */
export interface ChainedRow extends AuditEntry {
  readonly bank: string
  readonly seq: number
  readonly actor: string
  readonly ids: string
  readonly counts: string
}

/** What a row's hash must be, after the row before it (no bytes before the first). */
export function chainHash(before: Uint8Array, row: ChainedRow): Uint8Array {
  const { bank, seq, at, actor, operation, capability, outcome, ids, counts } = row
  const fields = JSON.stringify([bank, seq, at, actor, operation, capability, outcome, ids, counts])
  return createHash('sha256').update(before).update(fields).digest()
}
