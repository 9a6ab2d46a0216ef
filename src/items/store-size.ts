import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import type { PoolUse, Store } from '../store/store.js'

/** How much there is of all banks: numbers alone, for whoever watches the machine. */
export interface StoreSize {
  readonly bytes: number
  readonly walBytes: number
  readonly items: number
  readonly banks: number
  /** Null where there is no server to connect to. */
  readonly pool: PoolUse | null
}

export async function storeSize(store: Store): Promise<StoreSize> {
  const { bytes, walBytes, pool } = await store.inspect({ isQuick: true })
  return { bytes, walBytes, pool, ...(await store.aside.read(countAll)) }
}

function* countAll(): Tx<Pick<StoreSize, 'items' | 'banks'>> {
  const items = yield* get<{ n: number }>(sql`select count(*) as n from item where bank >= ''`)
  const banks = yield* get<{ n: number }>(sql`select count(*) as n from bank where bank >= ''`)
  return { items: items?.n ?? 0, banks: banks?.n ?? 0 }
}
