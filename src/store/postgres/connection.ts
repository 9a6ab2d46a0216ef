import postgres from 'postgres'
import type { Compiled } from '../compile.js'
import type { Sql } from '../sql.js'
import type { Stmt } from '../statement.js'
import { connectionLost, sqlState } from './postgres-errors.js'
import { wireTypes } from './wire-types.js'

/** One session with the server. Statements run in the order in which they are given. */
export interface Connection {
  /** Nothing can be run any more; the server rolls an open transaction back. */
  readonly isLost: boolean
  /** Runs SQL of our own without values; returns what the server says it did, e.g. `COMMIT`. */
  exec(text: string): Promise<string>
  run(statement: Stmt<unknown>): Promise<unknown>
  end(): Promise<void>
}

export interface ConnectionOptions {
  readonly url: string
  readonly connectTimeoutMs: number
  /** How long a statement may wait for another transaction's lock. */
  readonly lockTimeoutMs: number
  readonly compile: (query: Sql) => Compiled<string>
}

/**
 * Opens a session. The library's own pool would connect again by itself and run the rest of a transaction
 * outside of it: here a session is one connection for good, and what waits on it fails with it.
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const waiting = new Set<(error: Error) => void>()
  let isLost = false
  const client = openClient(options, () => {
    isLost = true
    for (const reject of waiting) reject(connectionLost())
    waiting.clear()
  })
  // A reserve that has to connect first never resolves in this library while `fetch_types` is off.
  await client.unsafe('select 1')
  const session = await client.reserve()

  function send(text: string, values: readonly unknown[], options: SendOptions): Promise<Answer> {
    if (isLost) return Promise.reject(connectionLost())
    return new Promise((resolve, reject) => {
      waiting.add(reject)
      const query = session.unsafe(text, values as never[], options as object)
      const sent: PromiseLike<unknown> = options.asArrays ? query.values() : query
      sent.then(
        (answer) => {
          waiting.delete(reject)
          resolve(answer as Answer)
        },
        (error) => {
          waiting.delete(reject)
          reject(error)
        },
      )
    })
  }

  async function run(statement: Stmt<unknown>): Promise<unknown> {
    if (statement.mode === 'batch' || statement.mode === 'at-commit') return runAll(statement.parts, run)
    const { prepared, values } = options.compile(statement.query)
    const answer = await send(prepared, values, statement.mode === 'column' ? preparedArrays : preparedRows)
    switch (statement.mode) {
      case 'all':
        return [...answer]
      case 'get':
        return answer[0]
      case 'column':
        return answer.map((row) => (row as readonly unknown[])[0])
      case 'run':
        return answer.count ?? 0
    }
  }

  return {
    get isLost() {
      return isLost
    },
    exec: async (text) => (await send(text, [], { simple: true })).command,
    run,
    end: async () => {
      if (!isLost) session.release()
      await client.end({ timeout: END_TIMEOUT_S })
      isLost = true
    },
  }
}

const END_TIMEOUT_S = 5

interface SendOptions {
  readonly prepare?: boolean
  readonly simple: boolean
  readonly asArrays?: boolean
}

const preparedRows: SendOptions = { prepare: true, simple: false }
const preparedArrays: SendOptions = { prepare: true, simple: false, asArrays: true }

interface Answer extends ReadonlyArray<unknown> {
  readonly count: number | null
  readonly command: string
}

/** Sends all before the first is answered. The error is that of the part which failed, not of its followers. */
async function runAll(
  parts: readonly Stmt<unknown>[],
  run: (statement: Stmt<unknown>) => Promise<unknown>,
): Promise<unknown[]> {
  const results: unknown[] = []
  for (let from = 0; from < parts.length; from += MAX_PIPELINE) {
    const settled = await Promise.allSettled(parts.slice(from, from + MAX_PIPELINE).map(run))
    const failures = settled.filter((result) => result.status === 'rejected')
    const first = failures.find((failure) => sqlState(failure.reason) !== ABORTED) ?? failures[0]
    if (first !== undefined) throw first.reason
    for (const result of settled) results.push((result as PromiseFulfilledResult<unknown>).value)
  }
  return results
}

// Past its limit the library sends one statement at a time, each with a round trip of its own.
const MAX_PIPELINE = 100

/** "Current transaction is aborted": what every statement after the failed one answers. */
const ABORTED = '25P02'

function openClient({ url, connectTimeoutMs, lockTimeoutMs }: ConnectionOptions, onclose: () => void) {
  return postgres(url, {
    max: 1,
    // Seconds; null means that only we end a session.
    connect_timeout: Math.max(1, Math.ceil(connectTimeoutMs / 1000)),
    max_lifetime: null,
    fetch_types: false,
    types: wireTypes,
    onclose,
    onnotice: () => undefined,
    connection: {
      application_name: 'recollect',
      // A reading statement that writes is refused; writing transactions say `read write`.
      default_transaction_read_only: true,
      synchronous_commit: 'on',
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    } as object,
  })
}

// A process that stopped in the middle of a transaction must not hold its locks for ever.
const IDLE_TIMEOUT_MS = 60_000
