import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
} from '@modelcontextprotocol/server'
import { type Env, systemEnv } from '../clock.js'
import type { Engine } from '../engine.js'
import { agentName } from './agent-name.js'
import { type ClientPlace, clientPlace, type McpCaller } from './client-place.js'
import { byKey } from './granting.js'
import { createMemoryServer, type Served } from './memory-server.js'
import { createSessions, type SessionLimits } from './sessions.js'
import { type TroubleLog, trouble } from './trouble.js'

export interface McpMountOptions {
  readonly engine: Engine
  /** Of this package, told to the client. */
  readonly version: string
  readonly log: TroubleLog
  readonly limits?: Partial<McpLimits>
  readonly env?: Env
}

export interface McpLimits extends SessionLimits {
  /** Of one message: the longest note, with each of its characters escaped. */
  readonly maxBodyBytes: number
  /** How long what runs may run on when the server stops. */
  readonly graceMs: number
}

/** A path of a server over HTTP, behind its guards. */
export interface McpMount {
  readonly path: string
  readonly maxBodyBytes: number
  /** Throws `invalid_input` for an address with a slip. */
  handle(request: Request, caller: McpCaller): Promise<Response>
  close(): Promise<void>
}

/**
 * MCP over streamable HTTP, for agents that cannot start a program here: the same tools as over standard input and
 * output. Revisions with a handshake have a session, which is resumed where a stream is cut; the one without
 * (2026-07-28) has none. Who calls, and what they may, was found out before.
 */
export function mcpMount({
  engine,
  version,
  log,
  limits = {},
  env = systemEnv(),
}: McpMountOptions): McpMount {
  const { perKey, idleMs, maxBodyBytes, graceMs } = { ...LIMITS, ...limits }
  const sessions = createSessions(env, { perKey, idleMs })
  const running = new Set<Promise<unknown>>()
  const places = new WeakMap<Request, ClientPlace>()
  const onerror = (error: Error) => log(trouble(error))
  const withoutHandshake = createMcpHandler(
    ({ requestInfo }) =>
      createMemoryServer(servedAt(places.get(requestInfo as Request) as ClientPlace, false)),
    { legacy: 'reject', onerror, maxSubscriptions: MAX_SUBSCRIPTIONS, maxRequestBodySize: maxBodyBytes },
  )

  function servedAt(place: ClientPlace, isTold: boolean): Served {
    const { who, granted, task, toolsets } = place
    return {
      audience: who.worker === undefined ? 'agent' : 'subagent',
      granted: new Set(granted),
      task,
      toolsets,
      granting: byKey,
      isTold,
      version,
      log,
      memoryFor: (clientName) =>
        engine.as({ ...who, agent: who.agent ?? agentName(clientName), capabilities: granted }),
      track: (work) => {
        running.add(work)
        return work.finally(() => running.delete(work))
      },
    }
  }

  async function inSession(
    request: Request,
    place: ClientPlace,
    key: string,
    body: unknown,
  ): Promise<Response> {
    const given = body === undefined ? {} : { parsedBody: body }
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const session = sessions.find(id, place.identity)
      if (session === undefined) return refusal(404, -32_001, 'Session not found')
      return session.hold(await session.transport.handleRequest(request, given))
    }
    if (!isInitializeRequest(body))
      return refusal(400, -32_000, 'Mcp-Session-Id is missing: begin with initialize')
    const opened = await sessions.open(
      { key, identity: place.identity },
      createMemoryServer(servedAt(place, true)),
    )
    if (opened === undefined) return refusal(429, -32_000, TOO_MANY, { 'retry-after': '60' })
    return opened.hold(await opened.transport.handleRequest(request, given))
  }

  return {
    path: PATH,
    maxBodyBytes,
    handle: async (request, caller) => {
      const url = new URL(request.url)
      if (url.pathname !== PATH) return refusal(404, -32_000, `MCP is at ${PATH}`)
      const place = clientPlace(caller, url)
      const read = await bodyOf(request, maxBodyBytes)
      if (read instanceof Response) return read
      if (await isLegacyRequest(request, read.body))
        return inSession(request, place, caller.keyId ?? OWNER, read.body)
      places.set(request, place)
      return withoutHandshake.fetch(request, read.body === undefined ? {} : { parsedBody: read.body })
    },
    close: async () => {
      await Promise.all([sessions.close(), withoutHandshake.close()])
      const over = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.allSettled(running), over])
    },
  }
}

const LIMITS: McpLimits = {
  perKey: 64,
  idleMs: 30 * 60_000,
  maxBodyBytes: 8 * 1024 * 1024,
  graceMs: 10_000,
}
/** Of the revision without sessions, for all clients together: there is nothing that they would be told. */
const MAX_SUBSCRIPTIONS = 64
const PATH = '/mcp'
const OWNER = 'owner'
const TOO_MANY = 'too many sessions of this key are at work: end one, or wait'

/** Read once, for who decides the revision and for who answers. What is no JSON is answered without quoting it. */
async function bodyOf(request: Request, maxBytes: number): Promise<{ readonly body: unknown } | Response> {
  if (request.method !== 'POST') return { body: undefined }
  if (!isJsonContentType(request.headers.get('content-type')))
    return refusal(415, -32_000, 'Content-Type must be application/json')
  const read = await readRequestBody(request, maxBytes)
  if (read.tooLarge) return refusal(413, -32_000, `a message may have ${maxBytes} bytes`)
  try {
    return { body: JSON.parse(read.text) }
  } catch {
    return refusal(400, -32_700, 'Parse error: not JSON')
  }
}

/** As the protocol answers, which clients know to read. */
function refusal(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}
