import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { type Compiled, createCompiler } from '../compile.js'
import { migrations as allMigrations } from '../migrations/all.js'
import type { Migration } from '../migrations/migration.js'
import type { Sql } from '../sql.js'
import { refuseNesting, type Stmt, type Tx } from '../statement.js'
import { stepThrough } from '../step-through.js'
import type { Rewritten, Store, StoreReport } from '../store.js'
import { createAside } from './aside.js'
import { backUp } from './back-up.js'
import { type Driver, type DriverStatement, openDriver } from './driver.js'
import { type LockWait, whenFree } from './lock-wait.js'
import { createMaintenance, type FileCheck, type Maintenance } from './maintenance.js'
import { migrate, refuseUnusable } from './migrate.js'
import { createPrivately } from './private-file.js'
import { applySettings, type Durability, pragmasOf } from './settings.js'
import { translate } from './sqlite-errors.js'
import { leftoversOf, removeLeftovers } from './temporary-file.js'
import { createWalKeeper } from './wal-keeper.js'
import { createWriteQueue, nextTurn } from './write-queue.js'

export interface SqliteOptions {
  /** Made, with its folder, when absent; readable by its owner alone. */
  readonly file: string
  readonly env: Env
  /** `full` (default): what was acknowledged survives a power cut. `normal`: the last commits may not. */
  readonly durability?: Durability
  /** How long a write waits for other processes before `store_busy`. Default 15,000. */
  readonly busyTimeoutMs?: number
  readonly migrations?: readonly Migration[]
  /** Stands in for the library, so that tests can make a call of it fail. */
  readonly open?: (file: string) => Driver
}

/** Opens one file as a store, at the newest schema. Many processes may have it open. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const {
    file,
    env,
    durability = 'full',
    busyTimeoutMs = 15_000,
    migrations = allMigrations,
    open = openDriver,
  } = options
  const wait: LockWait = { env, timeoutMs: busyTimeoutMs }
  try {
    createPrivately(file)
    removeLeftovers(file)
    // Opening reads the file, may recover its log and switch its mode, which ignores any busy handler: all of it is
    // tried again like a lock.
    const driver = await whenFree(() => openReady({ file, durability, migrations, open }), wait)
    return createSqliteStore(driver, { file, wait, durability })
  } catch (error) {
    throw translate(error, file)
  }
}

type Opening = Required<Pick<SqliteOptions, 'file' | 'durability' | 'migrations' | 'open'>>

function openReady({ file, durability, migrations, open }: Opening): Driver {
  const driver = open(file)
  try {
    // Before anything is changed: another program's file must stay as it is.
    refuseUnusable(driver, file, migrations)
    driver.pragma('journal_mode = wal')
    applySettings(driver, file, durability)
    migrate(driver, file, migrations)
    return driver
  } catch (error) {
    driver.close()
    throw error
  }
}

interface Opened {
  readonly file: string
  readonly wait: LockWait
  readonly durability: Durability
}

function createSqliteStore(driver: Driver, { file, wait, durability }: Opened): Store {
  const compile = createCompiler<DriverStatement>('sqlite', (text) => driver.prepare(text))
  const maintenance = createMaintenance(file)
  const wal = createWalKeeper(file, maintenance)
  let writingAside: Promise<void> | undefined
  const write = (statement: Stmt<unknown>) => execute(compile, statement)
  const look = (statement: Stmt<unknown>) => execute(compile, statement, refuseWrite)
  const queue = createWriteQueue(
    {
      pause: () => writingAside ?? wal.cutting,
      begin: () => driver.exec('begin immediate'),
      commit: () => driver.exec('commit'),
      committed: () => wal.committed(),
      rollback: () => driver.exec('rollback'),
      isOpen: () => driver.isInTransaction,
      savepoint: (body) => savepoint(driver, body),
      step: (body) => stepThrough(body, write),
      translate: (error) => translate(error, file),
    },
    wait,
  )

  let isClosed = false
  let reads = 0

  async function reading<T>(work: () => T): Promise<T> {
    try {
      // A loop of reads that always find their answer at once would never let a write begin.
      if (++reads % READS_PER_TURN === 0) await nextTurn()
      return await whenFree(work, wait)
    } catch (error) {
      throw translate(error, file)
    }
  }

  const thread = createAside(
    { file, waitMs: wait.timeoutMs, pragmas: pragmasOf(durability, ASIDE_CACHE_KIB) },
    async (work) => {
      await wal.cutting
      const writing = work()
      writingAside = writing.then(ignore, ignore)
      try {
        return await writing
      } finally {
        writingAside = undefined
        wal.committed()
      }
    },
  )

  async function translated<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw translate(error, file)
    }
  }

  function begun<T>(work: () => Promise<T>): Promise<T> {
    refuseNesting()
    return isClosed
      ? Promise.reject(new MemoryError('store_failed', `${file} was closed`, 'open it again'))
      : work()
  }

  const store: Store = {
    engine: 'sqlite',
    can: { physicalErasure: true },
    folder: dirname(file),
    // One file has one writer, and no roles.
    within: () => store,
    get whole() {
      return store
    },
    get aside() {
      return aside
    },
    jobs: undefined,
    news: undefined,
    vectors: undefined,
    tx: (body, ...args) => begun(() => queue.submit(() => body(...args))),
    read: (body, ...args) =>
      begun(() => reading(() => snapshot(driver, () => stepThrough(body(...args), look)))),
    query: <T>(statement: Stmt<T>) => begun(() => reading(() => look(statement) as T)),
    verifyErased: (erased) => begun(() => maintenance.verify(erased)),
    rewrite: () => begun(() => rewrite(maintenance, file)),
    backup: (target, options) => begun(() => backUp(maintenance, file, target, options)),
    inspect: ({ isQuick = false } = {}) =>
      begun(async () => inspect(driver, file, isQuick ? UNCHECKED : await maintenance.check())),
    close: async () => {
      if (isClosed) return
      isClosed = true
      await queue.drain()
      await thread.close()
      wal.close()
      maintenance.close()
      driver.close()
    },
  }
  const aside: Store = Object.assign(Object.create(store) as Store, {
    within: () => aside,
    read: (body, ...args) => begun(() => translated(thread.read(() => body(...args)))),
    tx: (body, ...args) => begun(() => translated(thread.write(() => body(...args)))),
    query: <T>(statement: Stmt<T>) => begun(() => translated(thread.read(() => only(statement)))),
  } satisfies Partial<Store>)
  return store
}

function* only<T>(statement: Stmt<T>): Tx<T> {
  return (yield statement) as T
}

const READS_PER_TURN = 32

/** It comes seldom, and goes through much once. */
const ASIDE_CACHE_KIB = 16_384

const UNCHECKED: FileCheck = { problems: [] }

function execute(
  compile: (query: Sql) => Compiled<DriverStatement>,
  statement: Stmt<unknown>,
  check?: (prepared: DriverStatement) => void,
): unknown {
  const { mode, query, parts } = statement
  if (mode === 'batch' || mode === 'unwaited') return parts.map((part) => execute(compile, part, check))
  const compiled = compile(query)
  check?.(compiled.prepared)
  return perform(mode, compiled)
}

function refuseWrite(prepared: DriverStatement): void {
  if (!prepared.isReadOnly) throw new TypeError('a read cannot write: use store.tx')
}

function perform(mode: Stmt<unknown>['mode'], { prepared, values }: Compiled<DriverStatement>): unknown {
  switch (mode) {
    case 'all':
      return prepared.all(values)
    case 'get':
      return prepared.get(values)
    case 'column':
      return prepared.column(values)
    default:
      return prepared.run(values)
  }
}

function savepoint<T>(driver: Driver, body: () => T): T {
  driver.exec('savepoint member')
  try {
    const value = body()
    driver.exec('release member')
    return value
  } catch (error) {
    if (driver.isInTransaction) driver.exec('rollback to member; release member')
    throw error
  }
}

function snapshot<T>(driver: Driver, look: () => T): T {
  driver.exec('begin')
  try {
    return look()
  } finally {
    // Nothing was written, so there is nothing to keep; a rollback cannot fail halfway.
    if (driver.isInTransaction) driver.exec('rollback')
  }
}

function inspect(driver: Driver, file: string, check: FileCheck): StoreReport {
  return {
    location: file,
    version: `SQLite ${driver.version}`,
    schema: Number(driver.pragma('user_version')),
    bytes: sizeOf(file) ?? 0,
    walBytes: sizeOf(`${file}-wal`) ?? 0,
    ...check,
    leftovers: leftoversOf(file),
    checks: [],
    pool: null,
    settings: Object.fromEntries(
      ['journal_mode', 'synchronous', 'secure_delete', 'foreign_keys', 'page_size'].map((name) => [
        name,
        driver.pragma(name) as string | number,
      ]),
    ),
  }
}

/** The file anew, and the log moved into the file: what the proof does where much was erased. */
async function rewrite(maintenance: Maintenance, file: string): Promise<Rewritten> {
  const bytesBefore = sizeOf(file) ?? 0
  const everything = { texts: [], isSample: true }
  const { state, reason } = await maintenance.verify(everything)
  return {
    state,
    reason: reason ?? null,
    tables: [],
    bytesBefore,
    bytesAfter: sizeOf(file) ?? 0,
    kept: ['backups, copies and snapshots of the disk that were made before keep it until they are deleted'],
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

function ignore(): void {
  // Who waits only needs to know that it is over; who asked hears of a failure.
}
