import { MemoryError } from '../../../errors.js'
import type { PoolUse } from '../../store.js'
import type { Connection } from './connection.js'

/** Connections, each lent to one caller at a time; who finds none waits in line. */
export interface Pool {
  readonly state: PoolState
  /** Rejects with `store_busy` when none became free in time. */
  take(): Promise<Connection>
  giveBack(connection: Connection): void
  /** Refuses new callers, waits for the present ones, ends all connections. */
  close(): Promise<void>
}

/** For who looks after the store: numbers only. */
export interface PoolState extends PoolUse {
  /** For how long no connection could be opened; 0 while the last one could. */
  readonly failingForMs: number
}

export interface PoolOptions {
  /** How many connections there may be at once. */
  readonly size: number
  /** How long a caller waits in line. */
  readonly maxWaitMs: number
  /** After so long unused a connection is ended: the server, or a firewall, may have forgotten it. */
  readonly idleMs?: number
}

export function createPool(open: () => Promise<Connection>, options: PoolOptions): Pool {
  const { size, maxWaitMs, idleMs = IDLE_MS } = options
  /** The one that was used last is at the end. */
  const idle: { readonly connection: Connection; readonly since: number }[] = []
  const waiting: Waiter[] = []
  let lent = 0
  let onAllBack: (() => void) | undefined
  let isClosed = false
  let failingSince: number | undefined
  let sweeper: NodeJS.Timeout | undefined

  async function openOne(): Promise<Connection> {
    try {
      const opened = await open()
      failingSince = undefined
      return opened
    } catch (error) {
      failingSince ??= performance.now()
      returned()
      throw error
    }
  }

  /** One place is free: for the next in line, who opens a connection or gets an idle one. */
  function returned(): void {
    lent -= 1
    const next = waiting.shift()
    if (next !== undefined) next.lend()
    else if (lent === 0) onAllBack?.()
  }

  function lend(): Promise<Connection> {
    lent += 1
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      if (!found.connection.isLost) return Promise.resolve(found.connection)
    }
    return openOne()
  }

  function waitInLine(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(allLent(size, maxWaitMs))
      }
      const timer = setTimeout(giveUp, maxWaitMs)
      const waiter: Waiter = {
        lend: () => {
          clearTimeout(timer)
          lend().then(resolve, reject)
        },
      }
      waiting.push(waiter)
    })
  }

  function sweep(): void {
    sweeper = undefined
    const before = performance.now() - idleMs
    const fresh = idle.findIndex(({ since }) => since > before)
    const stale = idle.splice(0, fresh === -1 ? idle.length : fresh)
    for (const { connection } of stale) void connection.end()
    sweepLater()
  }

  function sweepLater(): void {
    if (idle.length === 0 || isClosed) return
    sweeper ??= setTimeout(sweep, idleMs).unref()
  }

  return {
    get state() {
      const failingForMs = failingSince === undefined ? 0 : performance.now() - failingSince
      return { size, lent, idle: idle.length, waiting: waiting.length, failingForMs }
    },
    take: async () => {
      if (isClosed) throw new MemoryError('store_failed', 'the store is closed', 'open it again')
      return lent < size ? lend() : waitInLine()
    },
    giveBack: (connection) => {
      if (connection.isWorn) void connection.end()
      else if (!connection.isLost) idle.push({ connection, since: performance.now() })
      sweepLater()
      returned()
    },
    close: async () => {
      isClosed = true
      clearTimeout(sweeper)
      if (lent > 0) await new Promise<void>((resolve) => (onAllBack = resolve))
      await Promise.all(idle.splice(0).map(({ connection }) => connection.end()))
    },
  }
}

const IDLE_MS = 30_000

interface Waiter {
  lend(): void
}

function allLent(size: number, maxWaitMs: number): MemoryError {
  return new MemoryError(
    'store_busy',
    `all ${size} connections to the server were in use for ${maxWaitMs} ms`,
    'try again; nothing of this call was written. If it happens often: raise poolSize (RECOLLECT_POSTGRES_POOL_SIZE), ' +
      'or run fewer calls at once',
  )
}
