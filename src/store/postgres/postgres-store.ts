import { randomUUID } from 'node:crypto'
import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { migrations as allMigrations } from '../migrations/all.js'
import type { Migration } from '../migrations/migration.js'
import { sql } from '../sql.js'
import { get, refuseNesting, type Stmt, type Tx } from '../statement.js'
import type { Banks, Store } from '../store.js'
import type { StoredVectors } from '../stored-vectors.js'
import type { Transacting } from './attempt.js'
import { createBankQueue } from './bank-queue.js'
import { readAddress } from './connection/address.js'
import { type Connection, connect } from './connection/connection.js'
import { createPool, type Pool } from './connection/pool.js'
import { sqlState, translate } from './connection/postgres-errors.js'
import { report } from './health/postgres-report.js'
import { createJobTable } from './job-table.js'
import { type Limits, limitsOf } from './limits.js'
import { migrate } from './migrate.js'
import { openListening } from './news/listening.js'
import { announcing, createNewsRoom, type NewsRoom } from './news/news-room.js'
import { openStoredVectors } from './pgvector.js'
import { createReplicas, type Replicas } from './replicas.js'
import { competing, everything, type Scope, scopeOf } from './scope.js'
import { transact } from './transact.js'
import { rewriteTables } from './upkeep/rewrite-tables.js'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; the database is Recollect's own and holds UTF8. */
  readonly url: string
  readonly env: Env
  /** How many transactions may run at once, each on a connection of its own. Default 10; as many for each replica. */
  readonly poolSize?: number
  /** How long a call waits for other transactions before it fails with `store_busy`. Default 15,000. */
  readonly busyTimeoutMs?: number
  /** How long a host may take to answer when a connection is opened. Default 5,000. */
  readonly connectTimeoutMs?: number
  /** Addresses of standbys of the primary, for what only reads. */
  readonly replicas?: readonly string[]
  /** How long one statement of a call may run before it fails with `store_busy`. Default 30,000. */
  readonly statementTimeoutMs?: number
  readonly migrations?: readonly Migration[]
}

/**
 * Opens a store on a PostgreSQL server and brings its schema up to date. Physical erasure is not offered:
 * receipts say `logical`.
 */
export async function openPostgres({
  url,
  env,
  poolSize = 10,
  busyTimeoutMs = 15_000,
  connectTimeoutMs = 5_000,
  statementTimeoutMs = 30_000,
  replicas = [],
  migrations = allMigrations,
}: PostgresOptions): Promise<Store> {
  const address = readAddress(url)
  const { location } = address
  const open = () => connect({ address, connectTimeoutMs })
  const pool = createPool(open, { size: poolSize, maxWaitMs: busyTimeoutMs })
  const standbys = replicas.map((replica) => {
    const options = {
      address: readAddress(replica),
      connectTimeoutMs: REPLICA_MS,
      role: 'standby',
    } as const
    return createPool(() => connect(options), { size: poolSize, maxWaitMs: REPLICA_MS })
  })
  let reading: Replicas | undefined
  const news = createNewsRoom({
    self: randomUUID(),
    announce: (word) => borrow(pool, (connection) => connection.run(announcing(word))),
    listen: (onWord, onEnd) => openListening({ address, connectTimeoutMs, onWord, onEnd }),
    onPosition: (marks, position) => reading?.heard(marks, position),
  })
  try {
    const vectors = await borrow(pool, async (connection) => {
      await refuseUnfit(connection, location)
      await migrate(connection, migrations, env.now, location)
      return openStoredVectors(connection, (use) => borrow(pool, use))
    })
    const limits = limitsOf({ statementTimeoutMs, lockTimeoutMs: busyTimeoutMs })
    const onPrimary = <T>(use: (connection: Connection) => Promise<T>) => borrow(pool, use)
    if (standbys.length > 0) {
      reading = createReplicas({ pools: standbys, now: env.now, random: env.random, onPrimary })
      // The replicas hear of what others change, even where nobody else wants to.
      news.listen(() => undefined)
    }
    const settings = { env, busyTimeoutMs, limits, location, migrations }
    return createStore({ ...settings, pool, news, vectors, open, replicas: reading })
  } catch (error) {
    await pool.close()
    throw translate(error, location)
  }
}

interface Opened {
  readonly pool: Pool
  readonly news: NewsRoom
  readonly vectors: StoredVectors | undefined
  readonly env: Env
  readonly busyTimeoutMs: number
  readonly limits: Limits
  readonly replicas: Replicas | undefined
  readonly location: string
  /** A session of its own, for work that holds locks for long. */
  readonly open: () => Promise<Connection>
  readonly migrations: readonly Migration[]
}

function createStore(opened: Opened): Store {
  const { pool, news, vectors, env, busyTimeoutMs, limits, replicas, location, open, migrations } = opened
  const told = (error: unknown) => translate(error, location)
  const queue = createBankQueue()
  const writing: Transacting = { pool, env, busyTimeoutMs, limits, replicas, queue, translate: told }
  const reading: Transacting = { ...writing, translate: (error) => refusedWrite(error) ?? told(error) }

  /** Whoever waits for news of these banks hears of it once it is committed. */
  async function tellAfter<T>(scope: Scope, work: Promise<T>): Promise<T> {
    const done = await work
    news.tell(scope.locks)
    return done
  }

  function heldTo(scope: Scope): Store {
    const held: Store = {
      ...shared,
      get whole() {
        return store
      },
      get aside() {
        return held
      },
      // Not async: a transaction inside a body is refused inside that body, not in a promise nobody awaits.
      tx: (body, ...args) => {
        refuseNesting()
        return tellAfter(
          scope,
          transact(writing, scope, 'writing', () => body(...args)),
        ) as Promise<never>
      },
      read: (body, ...args) => {
        refuseNesting()
        return transact(reading, scope, 'reading', () => body(...args)) as Promise<never>
      },
      query: (statement) => {
        refuseNesting()
        return transact(reading, scope, 'reading', () => only(statement)) as Promise<never>
      },
    }
    return held
  }

  const shared = {
    engine: 'postgres',
    can: { physicalErasure: false },
    folder: undefined,
    jobs: createJobTable((body) => transact(writing, competing, 'writing', body), randomUUID),
    news,
    vectors,
    within: (banks: Banks) => heldTo(scopeOf(banks)),
    verifyErased: async () => ({
      state: 'logical',
      reason:
        'PostgreSQL keeps the bytes of deleted rows until its tables are written anew (recollect vacuum), and longer in its ' +
        'write-ahead log, archives and standbys (docs/forgetting.md)',
      scannedBytes: 0,
      repairs: [],
    }),
    backup: async () => {
      throw new MemoryError(
        'unsupported',
        'the backup of a server is made by its own tools',
        'run pg_dump as docs/backup.md says; or write an archive, which any store takes in: recollect export FILE --all',
      )
    },
    rewrite: (options = {}) =>
      rewriteTables(open, env, busyTimeoutMs, options).catch((error) => {
        throw told(error)
      }),
    inspect: ({ isQuick = false } = {}) =>
      borrow(pool, (connection) =>
        report(connection, { location, pool: pool.state, migrations, now: env.now(), isQuick }),
      ).catch((error) => {
        throw told(error)
      }),
    close: async () => {
      await news.close()
      await replicas?.close()
      await pool.close()
    },
  } as const satisfies Omit<Store, 'tx' | 'read' | 'query' | 'whole' | 'aside'>
  const store = heldTo(everything)
  return store
}

// There is the primary to ask instead.
const REPLICA_MS = 1_000

function* only<T>(statement: Stmt<T>): Tx<T> {
  // Not `yield*`: it could be run again, and what is yielded so can be yielded once.
  return (yield statement) as T
}

async function borrow<T>(pool: Pool, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.take()
  connection.expectAnswers(undefined)
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
      'create the database anew: createdb --encoding UTF8 --template template0 --owner OWNER NAME',
    )
  }
}

/** A reading call that writes is a mistake of the program; the server's own code for it is 25006. */
function refusedWrite(error: unknown): TypeError | undefined {
  return sqlState(error) === '25006' ? new TypeError('a reading call cannot write: use store.tx') : undefined
}
