import { once, setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Env, systemEnv } from '../clock.js'
import { type Engine, readLogOf, sizeOf } from '../engine.js'
import { MemoryError } from '../errors.js'
import type { StoreSize } from '../items/store-size.js'
import { createAdmission } from './admission.js'
import type { Authenticate } from './caller.js'
import { createApp } from './create-app.js'
import { beginExchange, type EndedExchange, type Exchange } from './exchange.js'
import { createGuard } from './guard.js'
import { defaultLimits, type Limits } from './limits.js'
import type { Log } from './log-event.js'
import { createMetrics } from './metrics.js'
import type { Mount } from './mount.js'
import { type Problem, problemBody, problemHeaders, problemOf, problemResponse } from './problem.js'
import type { Readers } from './readers/readers.js'
import { routes } from './routes.js'
import { securityHeaders } from './security-headers.js'

export interface ServeOptions {
  readonly engine: Engine
  readonly authenticate: Authenticate
  /** Where it listens. Default 127.0.0.1: only programs of this machine reach it. */
  readonly host?: string
  /** Default 4114; 0 takes one that is free. */
  readonly port?: number
  /** By what other names it may be asked for, behind a proxy say: `memory.example.org`. */
  readonly allowedHosts?: readonly string[]
  /** Whose pages may ask it: `https://tools.example.org`. None but its own by default. */
  readonly allowedOrigins?: readonly string[]
  readonly mounts?: readonly Mount[]
  /** The folder of the dashboard; none is served without. */
  readonly web?: string
  /** What is typed on this machine to run the program, where it is one: the dashboard tells its owner. */
  readonly command?: string
  readonly limits?: Partial<Limits>
  /** Threads for what takes long: yours to close, after the server. */
  readonly readers?: Readers
  readonly log?: Log
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Every address it answers, as the router has it. */
  readonly addresses: readonly { readonly method: string; readonly path: string }[]
  /** Takes nothing more, lets finish what runs, and resolves when all is over. The engine stays open. */
  close(): Promise<void>
}

/**
 * Serves an open store over HTTP (docs/server.md) until it is closed. Throws `conflict` where the port is taken,
 * `invalid_input` for an address that cannot be listened at.
 */
export async function serveHttp(options: ServeOptions): Promise<RunningServer> {
  const {
    engine,
    host = DEFAULT_HOST,
    port = DEFAULT_PORT,
    mounts = [],
    env = systemEnv(),
    log = silent,
  } = options
  const { allowedHosts = [], allowedOrigins = [] } = options
  const limits = { ...defaultLimits, ...options.limits }
  // Looked at before anything listens.
  createGuard({ host, port, allowedHosts, allowedOrigins })
  const closing = new AbortController()
  // One for each stream that is open: every page of the dashboard has one.
  setMaxListeners(0, closing.signal)
  const admission = createAdmission({ authenticate: options.authenticate, limits, env })
  const metrics = createMetrics({
    running: () => admission.running,
    streams: () => admission.streams,
    store: freshSize(engine, env),
  })
  const app = createApp({
    engine,
    env,
    admission,
    limits,
    readers: options.readers,
    command: options.command,
    mounts,
    allowedOrigins,
    web: options.web,
    log,
    routes: routes(metrics),
    closing: closing.signal,
  })
  const exchanges = new WeakMap<object, Exchange>()
  const listener = getRequestListener(
    (request, { incoming }) => app.fetch(request, { exchange: exchanges.get(incoming) }),
    { overrideGlobalObjects: false, errorHandler: explainUnread },
  )

  function ended(exchange: EndedExchange): void {
    metrics.observe(exchange)
    log({ event: 'request', ...exchange, ms: Math.round(exchange.ms * 10) / 10 })
    // A connection that was at work when closing began is kept for a next request otherwise.
    if (closing.signal.aborted) setImmediate(() => server.closeIdleConnections())
  }

  const server = createServer({
    // Missing ones are refused as all else is.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
  })
  server.maxConnections = limits.connections
  server.maxHeadersCount = HEADERS_MAX
  server.timeout = limits.idleMs
  await listen(server, port, host)
  const leaveReadLog = options.readers === undefined ? undefined : readLogOf(engine).join(options.readers)
  const { port: taken } = server.address() as AddressInfo
  const guard = createGuard({ host, port: taken, allowedHosts, allowedOrigins })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const exchange = beginExchange(incoming, outgoing, ended)
    const refused = closing.signal.aborted ? CLOSING : guard(headOf(incoming))
    if (refused !== undefined) {
      exchange.code = refused.code
      refuse(outgoing, refused)
      return
    }
    exchanges.set(incoming, exchange)
    void listener(incoming, outgoing)
  })
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  log({ event: 'listening', url })

  let closed: Promise<void> | undefined
  async function close(): Promise<void> {
    log({ event: 'closing', url })
    closing.abort()
    const over = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    await Promise.all(mounts.map((mount) => mount.close?.()))
    const patience = setTimeout(() => {
      admission.endAll()
      setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS).unref()
    }, limits.graceMs)
    await over
    clearTimeout(patience)
    leaveReadLog?.()
    log({ event: 'closed', url })
  }
  return {
    url,
    port: taken,
    addresses: app.routes.map(({ method, path }) => ({ method, path })),
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** Only programs of this machine reach it. */
export const DEFAULT_HOST = '127.0.0.1'
export const DEFAULT_PORT = 4114
const KEEP_ALIVE_MS = 65_000
const HEADERS_MAX = 100
/** For who was given up on to say so. */
const LAST_WORDS_MS = 500

const CLOSING: Problem = {
  code: 'overloaded',
  message: 'the server is closing',
  hint: 'send it again to the next one',
  headers: { connection: 'close' },
}

/** Counting a large store takes its time, and several may watch. Numbers of the past are better than none. */
function freshSize(engine: Engine, env: Env): () => Promise<StoreSize | undefined> {
  let known: StoreSize | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (env.now() - lookedAt < SIZE_FRESH_MS) return known
    lookedAt = env.now()
    try {
      known = await sizeOf(engine)
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      known = undefined
    }
    return known
  }
}

const SIZE_FRESH_MS = 15_000

function silent(): void {
  // Whoever gave no log wants none.
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  const failed = once(server, 'error').then(([error]) => {
    throw error
  })
  server.listen(port, host)
  try {
    await Promise.race([once(server, 'listening'), failed])
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, port, host)
  }
  failed.catch(() => undefined)
}

function explainListen(error: NodeJS.ErrnoException, port: number, host: string): unknown {
  if (error.code === 'EADDRINUSE')
    return new MemoryError(
      'conflict',
      `port ${port} is taken`,
      'give another: --port 4200, or 0 for any that is free',
    )
  if (error.code === 'EACCES')
    return new MemoryError('denied', `port ${port} is not yours to take`, 'give one above 1023: --port 4114')
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new MemoryError(
      'invalid_input',
      `${host} is no address of this machine`,
      'give one it has: --host 127.0.0.1',
    )
  return error
}

function headOf({ method = '', url = '', rawHeaders }: IncomingMessage) {
  return { method, target: url, rawHeaders }
}

/** For what can be no request of the web, whatever the guard let through. */
function explainUnread(error: unknown): Response {
  const problem: Problem =
    error instanceof RequestError
      ? { code: 'invalid_input', message: 'the address is none', hint: 'ask for a path: GET /health' }
      : problemOf(error)
  const response = problemResponse(problem)
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)
  return response
}

/** Before there is a request as the router has it. What else is sent is not read. */
function refuse(outgoing: ServerResponse, problem: Problem): void {
  const body = JSON.stringify(problemBody(problem))
  outgoing.writeHead(problemBody(problem).status, {
    ...securityHeaders,
    ...problemHeaders(problem),
    connection: 'close',
    'content-length': Buffer.byteLength(body),
  })
  outgoing.end(body)
}
