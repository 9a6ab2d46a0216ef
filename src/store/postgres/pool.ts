import { MemoryError } from '../../errors.js'
import type { Connection } from './connection.js'

/** Connections, each lent to one caller at a time; who finds none waits in line. */
export interface Pool {
  take(): Promise<Connection>
  giveBack(connection: Connection): void
  /** Refuses new callers, waits for the present ones, ends all connections. */
  close(): Promise<void>
}

export function createPool(open: () => Promise<Connection>, size: number): Pool {
  const idle: Connection[] = []
  const waiting: { resolve(connection: Connection): void; reject(error: unknown): void }[] = []
  let lent = 0
  let onAllBack: (() => void) | undefined
  let isClosed = false

  async function openOne(): Promise<Connection> {
    try {
      return await open()
    } catch (error) {
      returned()
      throw error
    }
  }

  /** One place is free: for the next in line, who opens a connection or gets an idle one. */
  function returned(): void {
    lent -= 1
    const next = waiting.shift()
    if (next !== undefined) lend().then(next.resolve, next.reject)
    else if (lent === 0) onAllBack?.()
  }

  function lend(): Promise<Connection> {
    lent += 1
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      if (!found.isLost) return Promise.resolve(found)
    }
    return openOne()
  }

  return {
    take: async () => {
      if (isClosed) throw new MemoryError('store_failed', 'the store is closed', 'open it again')
      if (lent < size) return lend()
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    giveBack: (connection) => {
      if (!connection.isLost) idle.push(connection)
      returned()
    },
    close: async () => {
      isClosed = true
      if (lent > 0) await new Promise<void>((resolve) => (onAllBack = resolve))
      await Promise.all(idle.splice(0).map((connection) => connection.end()))
    },
  }
}
