import type postgres from 'postgres'
import { MemoryError } from '../../../errors.js'
import { createCompiler } from '../../compile.js'
import type { Value } from '../../sql.js'
import type { Stmt } from '../../statement.js'
import { type Host, nameOf, type ServerAddress } from './address.js'
import { openClient } from './open-client.js'
import { openSocket } from './open-socket.js'
import { connectionLost, sqlState } from './postgres-errors.js'
import { refuseUnlike, wireTypes, written } from './wire-types.js'

/** One session with the server. Statements run in the order in which they are given. */
export interface Connection {
  /** Nothing can be run any more; the server rolls an open transaction back. */
  readonly isLost: boolean
  /** It has prepared so much that a new one costs the server less. */
  readonly isWorn: boolean
  /** Runs SQL of our own without values; returns what the server says it did last, e.g. `COMMIT`. */
  exec(text: string): Promise<string>
  run<T>(statement: Stmt<T>): Promise<T>
  /**
   * From now on a server that is silent for so long, while something waits, counts as lost: its machine may be gone
   * without a word. Undefined: it may take as long as it takes.
   */
  expectAnswers(withinMs: number | undefined): void
  end(): Promise<void>
}

export interface ConnectionOptions {
  readonly address: ServerAddress
  /** How long a host may take to answer. Default 5,000. */
  readonly connectTimeoutMs?: number | undefined
  /** Which of several hosts will do. Default: the one that takes writes. */
  readonly role?: 'primary' | 'standby'
}

/** Opens a session with the first host that answers and has the role. */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const { hosts } = options.address
  let failure: unknown
  for (const host of hosts) {
    try {
      return await connectTo(host, options)
    } catch (error) {
      // What the first host says is told, unless a later one is there and only has the wrong role.
      if (failure === undefined || sqlState(error) === NO_PRIMARY) failure = error
    }
  }
  throw failure
}

async function connectTo(host: Host, options: ConnectionOptions): Promise<Connection> {
  const { address, connectTimeoutMs = CONNECT_MS, role = 'primary' } = options
  const start = (isPooled: boolean) => openSession({ host, address, connectTimeoutMs, isPooled })
  const isKnown = pooled.has(address)
  const { session, found } = await start(isKnown).catch((error) => {
    if (isKnown || sqlState(error) !== PROTOCOL_VIOLATION) throw error
    return start(true)
  })
  // It took the setting, or refused it: in both cases it is a pooler that keeps no session for us.
  if (!found.isOurs && !isKnown) {
    pooled.add(address)
    await session.end()
    return connectTo(host, options)
  }
  const isFit = role === 'standby' ? found.isStandby : !found.isStandby || address.hosts.length === 1
  if (isFit) return session
  await session.end()
  throw role === 'standby' ? noStandby(host) : noPrimary()
}

const CONNECT_MS = 5_000

/** Behind a pooler each transaction may meet another session of the server: nothing is kept from one to the next. */
const pooled = new WeakSet<ServerAddress>()

/** What PgBouncer answers to a setting at the start that it would have to keep. */
const PROTOCOL_VIOLATION = '08P01'

const NO_PRIMARY = 'CONNECT_NO_PRIMARY'

function noPrimary(): Error {
  return Object.assign(new Error('the server only reads'), { code: NO_PRIMARY })
}

function noStandby(host: Host): MemoryError {
  return new MemoryError(
    'store_failed',
    `${nameOf(host)} is no standby`,
    'name standbys of the primary as replicas',
  )
}

interface SessionOptions {
  readonly host: Host
  readonly address: ServerAddress
  readonly connectTimeoutMs: number
  readonly isPooled: boolean
}

interface Found {
  /** The session keeps what it was told at its start. */
  readonly isOurs: boolean
  readonly isStandby: boolean
}

/** For all sessions: what a statement is as text, does not depend on where it is sent. */
const compile = createCompiler('postgres', (text) => text)

/** What waits on a session fails with it. */
async function openSession(options: SessionOptions): Promise<{ session: Connection; found: Found }> {
  const { host, address, connectTimeoutMs, isPooled } = options
  const socket = await openSocket(host, address.tls, connectTimeoutMs)
  const waiting = new Set<(error: Error) => void>()
  const prepared = new Map<string, 'under way' | 'there'>()
  let isLost = false
  let answerWithinMs: number | undefined = connectTimeoutMs
  let silence: NodeJS.Timeout | undefined

  let onLost: () => void = () => undefined
  const lost = new Promise<void>((resolve) => (onLost = resolve))

  function lose(): void {
    isLost = true
    onLost()
    clearTimeout(silence)
    socket.destroy()
    for (const reject of waiting) reject(connectionLost())
    waiting.clear()
  }

  /** Counts anew with each answer. */
  function listen(): void {
    clearTimeout(silence)
    silence = undefined
    if (answerWithinMs === undefined || waiting.size === 0 || isLost) return
    silence = setTimeout(lose, answerWithinMs)
  }

  const client = openClient(address, socket, {
    connectTimeoutMs,
    pipeline: MAX_PIPELINE,
    types: wireTypes,
    onEnd: lose,
    settings: {
      application_name: 'recollect',
      ...(address.options === undefined ? {} : { options: address.options }),
      // A statement that comes outside of a transaction cannot write. And who cannot keep it cannot keep a session.
      ...(isPooled ? {} : { default_transaction_read_only: 'on' }),
    },
  })
  // A reserve that has to connect first never resolves in this library while `fetch_types` is off.
  const [first] = await client.unsafe(FIRST).catch((error) => {
    lose()
    throw error
  })
  const reserved = await client.reserve()

  function send(text: string, values: readonly Value[], how: SendOptions): Promise<Answer> {
    if (isLost) return Promise.reject(connectionLost())
    return new Promise((resolve, reject) => {
      const query = ask(reserved, text, values, how)
      waiting.add(reject)
      if (silence === undefined) listen()
      const settled = () => {
        waiting.delete(reject)
        listen()
      }
      const sent: PromiseLike<unknown> = how.asArrays ? query.values() : query
      sent.then(
        (answer) => {
          settled()
          resolve(answer as Answer)
        },
        (error) => {
          settled()
          reject(error)
        },
      )
    })
  }

  async function prepareAndSend(text: string, values: readonly Value[], asArrays: boolean): Promise<Answer> {
    const state = prepared.get(text)
    // Prepared twice it would lie in the session twice, and one of the two for good.
    const prepare = !isPooled && state !== 'under way'
    if (prepare && state === undefined) prepared.set(text, 'under way')
    try {
      const answer = await send(text, values, { simple: false, prepare, asArrays })
      if (state !== 'there') refuseUnlike(answer.statement?.types ?? [])
      if (prepare) prepared.set(text, 'there')
      return answer
    } catch (error) {
      if (prepare && state === undefined) prepared.delete(text)
      throw error
    }
  }

  async function run(statement: Stmt<unknown>): Promise<unknown> {
    const { mode, query, parts } = statement
    if (mode === 'batch' || mode === 'unwaited') return runAll(parts, run)
    const compiled = compile(query)
    const answer = await prepareAndSend(compiled.prepared, compiled.values, mode === 'column')
    switch (mode) {
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

  // From here on who uses it says how long an answer may take.
  answerWithinMs = undefined
  listen()
  const session: Connection = {
    get isLost() {
      return isLost
    },
    get isWorn() {
      return prepared.size > MAX_PREPARED
    },
    exec: async (text) => (await send(text, [], { simple: true, prepare: false, asArrays: false })).command,
    run: run as Connection['run'],
    expectAnswers: (withinMs) => {
      answerWithinMs = withinMs
      listen()
    },
    end: async () => {
      if (isLost) return
      reserved.release()
      await Promise.race([client.end({ timeout: END_TIMEOUT_S }), lost])
      lose()
    },
  }
  return { session, found: { isOurs: first?.['is_ours'] === 1, isStandby: first?.['is_standby'] === 1 } }
}

const FIRST = `select current_setting('default_transaction_read_only') = 'on' as is_ours,
  pg_is_in_recovery() as is_standby`

const END_TIMEOUT_S = 5

// Each statement of the source is prepared once: there are several hundred, with all their optional parts.
const MAX_PREPARED = 2000

interface SendOptions {
  readonly simple: boolean
  readonly prepare: boolean
  readonly asArrays: boolean
}

interface Answer extends ReadonlyArray<unknown> {
  readonly count: number | null
  readonly command: string
  readonly statement?: { readonly types: readonly number[] }
}

/**
 * The library asks for the types of the values first, and sends one statement at a time until it knows them. Written as
 * text values need no types, and all go along at once; bytes do need theirs.
 */
function ask(on: postgres.Sql, text: string, values: readonly Value[], how: SendOptions) {
  if (values.some((value) => value instanceof Uint8Array)) return on.unsafe(text, values as never[], how)
  return Object.assign(on.unsafe(text, [], how), { parameters: values.map(written) })
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

// So many answers are held in memory, and so many statements fail one by one after a failed one.
const MAX_PIPELINE = 500

/** "Current transaction is aborted": what every statement after the failed one answers. */
const ABORTED = '25P02'
