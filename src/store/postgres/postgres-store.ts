import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { createCompiler } from '../compile.js'
import { migrations as allMigrations } from '../migrations/all.js'
import type { Migration } from '../migrations/migration.js'
import { sql } from '../sql.js'
import { get, refuseNesting, type Stmt } from '../statement.js'
import type { Banks, Store } from '../store.js'
import { createBankQueue } from './bank-queue.js'
import { type Connection, connect } from './connection.js'
import { createJobTable } from './job-table.js'
import { openListening } from './listening.js'
import { migrate } from './migrate.js'
import { announcing, createNewsRoom, type NewsRoom } from './news-room.js'
import { createPool, type Pool } from './pool.js'
import { retryReason, sqlState, translate } from './postgres-errors.js'
import { report } from './postgres-report.js'
import { competing, everything, type Scope, scopeOf } from './scope.js'
import { type Transacting, transact } from './transact.js'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; the database is Recollect's own and holds UTF8. */
  readonly url: string
  readonly env: Env
  /** How many transactions may run at once, each on a connection of its own. */
  readonly maxConnections?: number
  /** How long a call waits for other transactions before it fails with `store_busy`. Default 15,000. */
  readonly busyTimeoutMs?: number
  readonly connectTimeoutMs?: number
  readonly migrations?: readonly Migration[]
}

/**
 * Opens a store on a PostgreSQL server and brings its schema up to date. Full-text and physical erasure are
 * not offered: search says so in `missing`, receipts say `logical`.
 */
export async function openPostgres({
  url,
  env,
  maxConnections = 10,
  busyTimeoutMs = 15_000,
  connectTimeoutMs = 5_000,
  migrations = allMigrations,
}: PostgresOptions): Promise<Store> {
  const location = withoutPassword(url)
  const compile = createCompiler('postgres', (text) => text)
  const open = () => connect({ url, connectTimeoutMs, lockTimeoutMs: busyTimeoutMs, compile })
  const pool = createPool(open, maxConnections)
  const news = createNewsRoom({
    self: env.newId(),
    announce: (word) => borrow(pool, (connection) => connection.run(announcing(word))),
    listen: (onWord, onEnd) => openListening({ url, connectTimeoutMs, onWord, onEnd }),
  })
  const store = createStore(pool, news, env, busyTimeoutMs, location)
  try {
    await borrow(pool, async (connection) => {
      await refuseUnfit(connection, location)
      await migrate(connection, migrations, env.now, location)
    })
  } catch (error) {
    await pool.close()
    throw translate(error, location)
  }
  return store
}

function createStore(pool: Pool, news: NewsRoom, env: Env, busyTimeoutMs: number, location: string): Store {
  const told = (error: unknown) => translate(error, location)
  const writing: Transacting = { pool, env, busyTimeoutMs, queue: createBankQueue(), translate: told }
  const reading: Transacting = { ...writing, translate: (error) => refusedWrite(error) ?? told(error) }

  /** Whoever waits for news of these banks hears of it once it is committed. */
  async function tellAfter<T>(scope: Scope, work: Promise<T>): Promise<T> {
    const done = await work
    news.tell(scope.locks)
    return done
  }

  function heldTo(scope: Scope): Store {
    return {
      ...shared,
      get whole() {
        return store
      },
      // Not async: a transaction inside a body is refused inside that body, not in a promise nobody awaits.
      tx: (body, ...args) => {
        refuseNesting()
        return tellAfter(scope, transact(writing, scope, 'writing', () => body(...args))) as Promise<never>
      },
      read: (body, ...args) => {
        refuseNesting()
        return transact(reading, scope, 'reading', () => body(...args)) as Promise<never>
      },
      query: (statement) => {
        refuseNesting()
        return readOnce(reading, scope, statement) as Promise<never>
      },
    }
  }

  const shared = {
    engine: 'postgres',
    can: { fullText: false, physicalErasure: false },
    folder: undefined,
    fullText: undefined,
    jobs: createJobTable((body) => transact(writing, competing, 'writing', body), env.newId),
    news,
    within: (banks: Banks) => heldTo(scopeOf(banks)),
    verifyErased: async () => ({
      state: 'logical',
      reason: 'PostgreSQL keeps deleted rows until VACUUM, and in its write-ahead log, archives and standbys',
      scannedBytes: 0,
      repairs: [],
    }),
    backup: async () => {
      throw new MemoryError(
        'unsupported',
        'the backup of a server is made by its own tools',
        'run: pg_dump; or write an archive, which any store takes in: recollect export FILE --all',
      )
    },
    inspect: () =>
      borrow(pool, (connection) => report(connection, location)).catch((error) => {
        throw told(error)
      }),
    close: async () => {
      await news.close()
      await pool.close()
    },
  } as const satisfies Omit<Store, 'tx' | 'read' | 'query' | 'whole'>
  const store = heldTo(everything)
  return store
}

/** One round trip; and a read that lost its connection is simply asked again. */
async function readOnce(
  { pool, translate }: Transacting,
  scope: Scope,
  statement: Stmt<unknown>,
): Promise<unknown> {
  const ask = () =>
    borrow(pool, async (connection) => {
      const [begun, answer] = await Promise.allSettled([
        connection.exec(scope.reading),
        connection.run(statement),
        connection.exec('commit'),
      ])
      if (begun.status === 'rejected') throw begun.reason
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    })
  try {
    return await ask().catch((error) => {
      if (retryReason(error) !== 'lost') throw error
      return ask()
    })
  } catch (error) {
    throw translate(error)
  }
}

async function borrow<T>(pool: Pool, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.take()
  try {
    return await use(connection)
  } finally {
    pool.giveBack(connection)
  }
}

// The oldest version that the contract suite runs on.
const MIN_VERSION = 150_000

async function refuseUnfit(connection: Connection, location: string): Promise<void> {
  const server = (await connection.run(
    get(sql`select cast(current_setting('server_version_num') as bigint) as version,
      current_setting('server_encoding') as encoding`),
  )) as { version: number; encoding: string }
  if (server.version < MIN_VERSION) {
    throw new MemoryError('unsupported', `${location} is older than PostgreSQL 15`, 'use a newer server')
  }
  if (server.encoding !== 'UTF8') {
    throw new MemoryError(
      'unsupported',
      `${location} holds ${server.encoding}, not UTF8`,
      'create the database anew: createdb -E UTF8 -T template0 NAME',
    )
  }
}

/** A reading call that writes is a mistake of the program; the server's own code for it is 25006. */
function refusedWrite(error: unknown): TypeError | undefined {
  return sqlState(error) === '25006' ? new TypeError('a reading call cannot write: use store.tx') : undefined
}

function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?#@:]*):[^/?#@]*@/, '$1@').replace(/\?.*$/s, '')
}
