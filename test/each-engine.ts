import { describe } from 'vitest'
import { systemEnv } from '../src/clock.js'
import { loadIdentityKey, type Spine } from '../src/items/spine.js'
import { kinds } from '../src/kinds.js'
import { openPostgres, type PostgresOptions } from '../src/store/postgres/postgres-store.js'
import { openSpine, temporaryFolder } from './open-spine.js'
import { describePostgres, newDatabase } from './postgres/database.js'

/** Where a memory is kept, as `openMemory` takes it. It can be opened any number of times. */
export interface MemoryPlace {
  readonly home: string
  readonly store?: string
}

/** A new, empty place. */
export type NewMemoryPlace = () => Promise<MemoryPlace>

export const inFile: NewMemoryPlace = async () => ({ home: await temporaryFolder() })

export const inDatabase: NewMemoryPlace = async () => ({
  home: await temporaryFolder(),
  store: await newDatabase(),
})

/** The same tests where memory is a file, and where it is a database on a server. */
export function describeEachEngine(name: string, tests: (newPlace: NewMemoryPlace) => void): void {
  describe(`${name}, on SQLite`, () => tests(inFile))
  describePostgres(`${name}, on PostgreSQL`, () => tests(inDatabase))
}

/** What the engine wires together, without operations around it, on either engine. */
export async function openSpineAt(
  { home, store: url }: MemoryPlace,
  options: Partial<Pick<PostgresOptions, 'env' | 'busyTimeoutMs'>> = {},
): Promise<Spine> {
  if (url === undefined) return openSpine(home, { durability: 'normal', ...options })
  const env = options.env ?? systemEnv()
  const store = await openPostgres({ url, ...options, env })
  return { store, env, identityKey: await loadIdentityKey(store, env), zone: 'UTC', kinds }
}
