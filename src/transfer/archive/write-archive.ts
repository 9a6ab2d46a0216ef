import { createHash } from 'node:crypto'
import { base64 } from '../../items/archive-table.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import { documentBankOf, kindOfBank, type Reach, STORE_BANK } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { column, get, type Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { archiveTables } from './archive-tables.js'
import { ARCHIVE_VERSION, type ArchiveHeader, type BankLine, SCHEMA } from './format.js'

export interface ExportOptions {
  /** Every bank of the store; else the caller's own, with their documents. */
  readonly all: boolean
  readonly exportedAt: number
  readonly progress: (rows: number) => void
  readonly signal: AbortSignal | undefined
}

/**
 * The lines of an archive, each with its newline. Pages by key, so that memory does not grow with the store, and
 * others may write meanwhile: each page is a moment of its own, and the order of the tables makes them one whole
 * (./archive-tables.ts).
 */
export async function* writeArchive(
  spine: Spine,
  reach: Reach,
  { all, exportedAt, progress, signal }: ExportOptions,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const counts = new Map<string, number>()
  const lineOf = (value: object): string => {
    const line = `${JSON.stringify(value)}\n`
    hash.update(line)
    return line
  }
  const header: ArchiveHeader = {
    recollect: 'archive',
    version: ARCHIVE_VERSION,
    schema: SCHEMA,
    exportedAt,
    identityKey: base64(await currentIdentityKey(spine)),
    banks: all ? 'all' : 'one',
  }
  yield lineOf(header)
  let rows = 0
  for await (const bank of all ? banksOf(spine.store) : await spine.store.read(ownBanks, reach)) {
    yield lineOf(await spine.store.read(bankLine, bank))
    for (const table of archiveTables(spine)) {
      let after: object | undefined
      for (;;) {
        signal?.throwIfAborted()
        const page = await spine.store.read(pageOf(table), bank, after)
        after = page.at(-1)
        if (after === undefined) break
        for (const row of page) yield lineOf({ type: table.type, ...row })
        counts.set(table.type, (counts.get(table.type) ?? 0) + page.length)
        rows += page.length
        progress(rows)
      }
    }
  }
  const end = { type: 'end', counts: Object.fromEntries(counts), sha256: hash.digest('hex') }
  yield `${JSON.stringify(end)}\n`
}

/** How much an archive would hold. */
export function* archiveSize(reach: Reach, all: boolean): Tx<{ banks: number; items: number }> {
  const banks = all ? yield* column<string>(sql`select bank from bank order by bank`) : yield* ownBanks(reach)
  let items = 0
  for (const bank of banks) {
    const [count = 0] = yield* column<number>(sql`select count(*) as n from item where bank = ${bank}`)
    items += count
  }
  return { banks: banks.length, items }
}

/** The caller's bank, and that of their documents where there is one; in order. */
function* ownBanks({ writes, actor }: Reach): Tx<string[]> {
  if (kindOfBank(writes) !== 'user') return [writes]
  const documents = documentBankOf(actor.user)
  const known = yield* get(sql`
    select bank from bank where bank = ${documents} union all select bank from audit where bank = ${documents} limit 1`)
  return known === undefined ? [writes] : [documents, writes].sort()
}

const PAGE_ROWS = 500

function pageOf(table: ReturnType<typeof archiveTables>[number]) {
  return (bank: string, after: object | undefined): Tx<object[]> => table.page(bank, after, PAGE_ROWS)
}

function* bankLine(bank: string): Tx<BankLine> {
  const row = yield* get<{ kind: string; owner: string; created_at: number }>(
    sql`select kind, owner, created_at from bank where bank = ${bank}`,
  )
  const made = row === undefined ? null : { kind: row.kind, owner: row.owner, createdAt: row.created_at }
  return { type: 'bank', bank, made }
}

/** Every bank of which anything is known, in order; not the store's own log. */
export async function* banksOf(store: Store): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const next = await store.query(nextBank(after))
    if (next === undefined || next.bank === null) return
    after = next.bank
    if (after !== STORE_BANK) yield after
  }
}

function nextBank(after: string) {
  return get<{ bank: string | null }>(sql`
    select min(bank) as bank from (
      select min(bank) as bank from bank where bank > ${after}
      union all select min(bank) as bank from audit where bank > ${after}
      union all select min(bank) as bank from audit_read where bank > ${after}
    ) as next`)
}
