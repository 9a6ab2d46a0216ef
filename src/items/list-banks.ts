import { type BankId, kindOfBank, type Reach, workspaceOf } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'

/** A bank in numbers. Times are milliseconds UTC. */
export interface BankLine {
  readonly bank: string
  readonly kind: string
  readonly owner: string
  readonly items: number
  readonly sessions: number
  /** As ranking counts them: words, and halves of CJK pairs. */
  readonly words: number
  /** When something was kept in it for the first time; null while it is unused. */
  readonly createdAt: number | null
  /** The last write to it, forgetting included. */
  readonly changedAt: number | null
}

/** The banks that the caller may read or write. One that nothing was kept in yet is there too, empty. */
export function* banksInReach(reach: Reach): Tx<BankLine[]> {
  const lines: BankLine[] = []
  for (const bank of new Set<BankId>([reach.writes, ...reach.reads])) {
    const row = yield* get<BankRow>(
      sql`select bank, kind, owner, created_at, items, words from bank where bank = ${bank}`,
    )
    if (row !== undefined) lines.push(yield* withCounts(row))
    // Whoever has the reach of a bank before its first write has it as its owner.
    else lines.push({ ...unused, bank, kind: kindOfBank(bank), owner: workspaceOf(bank) ?? reach.actor.user })
  }
  return lines
}

const unused = { items: 0, sessions: 0, words: 0, createdAt: null, changedAt: null } as const

/** A page of all banks of the store, in the order of their names; for its administrator. */
export function* banksAfter(bank: string, limit: number): Tx<BankLine[]> {
  const rows = yield* all<BankRow>(sql`
    select bank, kind, owner, created_at, items, words from bank where bank > ${bank} order by bank limit ${limit}`)
  const lines: BankLine[] = []
  for (const row of rows) lines.push(yield* withCounts(row))
  return lines
}

interface BankRow {
  readonly bank: string
  readonly kind: string
  readonly owner: string
  readonly created_at: number
  readonly items: number
  readonly words: number
}

function* withCounts({ created_at, ...row }: BankRow): Tx<BankLine> {
  const sessions = yield* get<{ n: number }>(sql`select count(*) as n from session where bank = ${row.bank}`)
  // A refusal is no change.
  const change = yield* get<{ at: number }>(sql`
    select at from audit where bank = ${row.bank} and outcome = 'done' order by seq desc limit 1`)
  return { ...row, sessions: sessions?.n ?? 0, createdAt: created_at, changedAt: change?.at ?? null }
}
