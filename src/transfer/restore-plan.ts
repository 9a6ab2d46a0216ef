import type { Tombstone } from '../items/unite-tombstones.js'
import { inText, sql } from '../store/sql.js'
import { all, column, get, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { banksOf } from './archive/write-archive.js'

/** One store in numbers. */
export interface Holding {
  readonly items: number
  readonly banks: number
  /** When the last of the items was remembered, ISO 8601. */
  readonly lastAt: string | null
}

/** What restoring a backup would do. */
export interface RestorePlan {
  readonly backup: Holding
  readonly present: Holding
  /** Items of the present store that the backup does not hold. */
  readonly lost: Holding
  /** What was forgotten since the backup was made, and will stay so. */
  readonly forgottenSince: number
}

export async function planRestore(present: Store, backup: Store): Promise<RestorePlan> {
  let items = 0
  let banks = 0
  let lastAt: number | null = null
  let forgottenSince = 0
  for await (const bank of banksOf(present)) {
    const before = items
    for await (const page of itemsOf(present, bank)) {
      const kept = new Set(await backup.query(idsAmong(bank, page)))
      for (const { id, recordedAt } of page) {
        if (kept.has(id)) continue
        items += 1
        lastAt = Math.max(lastAt ?? recordedAt, recordedAt)
      }
    }
    if (items > before) banks += 1
    for await (const page of tombstonesSince(present, backup, bank)) forgottenSince += page.length
  }
  return {
    backup: await holding(backup),
    present: await holding(present),
    lost: { items, banks, lastAt: iso(lastAt) },
    forgottenSince,
  }
}

/** What one store has forgotten of a bank and another has not, page by page. */
export async function* tombstonesSince(
  present: Store,
  backup: Store,
  bank: string,
): AsyncGenerator<readonly Tombstone[]> {
  let after: Uint8Array = new Uint8Array()
  for (;;) {
    const page = await present.query(tombstonesOf(bank, after))
    const last = page.at(-1)
    if (last === undefined) return
    after = last.identity
    const fresh = await backup.read(function* unknown(): Tx<Tombstone[]> {
      const found: Tombstone[] = []
      for (const { identity, forgotten_at } of page) {
        const known = yield* get<{ at: number }>(
          sql`select forgotten_at as at from tombstone where bank = ${bank} and identity = ${identity}`,
        )
        if (known === undefined || known.at < forgotten_at)
          found.push({ identity, forgottenAt: forgotten_at })
      }
      return found
    })
    if (fresh.length > 0) yield fresh
  }
}

const PAGE_ROWS = 1_000

function tombstonesOf(bank: string, after: Uint8Array) {
  return all<{ identity: Uint8Array; forgotten_at: number }>(sql`
    select identity, forgotten_at from tombstone
    where bank = ${bank} and identity > ${after} order by identity limit ${PAGE_ROWS}`)
}

interface ItemTime {
  readonly id: string
  readonly recordedAt: number
}

async function* itemsOf(store: Store, bank: string): AsyncGenerator<readonly ItemTime[]> {
  for (let after = ''; ; ) {
    const rows = await store.query(
      all<{ id: string; recorded_at: number }>(sql`
        select id, recorded_at from item where bank = ${bank} and id > ${after} order by id limit ${PAGE_ROWS}`),
    )
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    yield rows.map(({ id, recorded_at }) => ({ id, recordedAt: recorded_at }))
  }
}

function idsAmong(bank: string, items: readonly ItemTime[]) {
  return column<string>(
    sql`select id from item where bank = ${bank} and id ${inText(items.map(({ id }) => id))}`,
  )
}

export async function holding(store: Store): Promise<Holding> {
  const found = await store.query(
    get<{ items: number; banks: number; last_at: number | null }>(sql`
      select count(*) as items, count(distinct bank) as banks, max(recorded_at) as last_at from item`),
  )
  return { items: found?.items ?? 0, banks: found?.banks ?? 0, lastAt: iso(found?.last_at ?? null) }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
