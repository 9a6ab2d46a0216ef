import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Env } from '../clock.js'
import { createRecentEvents } from './recent-events.js'

/** An agent at the other end of HTTP, in the revisions of the protocol that begin with a handshake. */
export interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** A request of it is worked on, or a stream of it is open: until the answer's body is over. */
  hold(response: Response): Response
}

export interface Sessions {
  /** Undefined alike for an id that never was, one that is over, and one of somebody else. */
  find(id: string, identity: string): Session | undefined
  /** Undefined where the key has as many at work as it may. The session counts once its handshake is done. */
  open(owner: Owner, server: Server): Promise<Session | undefined>
  count(): number
  close(): Promise<void>
}

/** Whose a session is. */
export interface Owner {
  /** The key that pays for it. */
  readonly key: string
  /** Key, reach and what is shown. */
  readonly identity: string
}

export interface SessionLimits {
  readonly perKey: number
  /** A session that nobody uses, and that has no stream open, ends. */
  readonly idleMs: number
}

export function createSessions(env: Env, { perKey, idleMs }: SessionLimits): Sessions {
  const sessions = new Map<string, Kept>()
  const sweeping = setInterval(sweep, Math.min(idleMs / 4, SWEEP_MS)).unref()

  function sweep(): void {
    const idle = [...sessions.values()].filter((one) => one.held === 0 && env.now() - one.usedAt >= idleMs)
    for (const one of idle) void one.server.close()
  }

  /** Programs that end without a word leave theirs behind: the one that was not used for longest gives way. */
  async function makeRoom(key: string): Promise<boolean> {
    const own = [...sessions.values()].filter((one) => one.owner.key === key)
    if (own.length < perKey) return true
    const [oldest] = own.filter(({ held }) => held === 0).sort((a, b) => a.usedAt - b.usedAt)
    await oldest?.server.close()
    return oldest !== undefined
  }

  return {
    find: (id, identity) => {
      const found = sessions.get(id)
      if (found === undefined || found.owner.identity !== identity) return undefined
      found.usedAt = env.now()
      return found
    },
    open: async (owner, server) => {
      if (!(await makeRoom(owner.key))) return undefined
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => Buffer.from(env.randomBytes(ID_BYTES)).toString('base64url'),
        onsessioninitialized: (id) => void sessions.set(id, kept),
        eventStore: createRecentEvents({ now: env.now }),
        retryInterval: RETRY_MS,
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      })
      const kept: Kept = {
        transport,
        server,
        owner,
        usedAt: env.now(),
        held: 0,
        hold: (response) => held(response, kept, env),
      }
      await server.connect(transport)
      const closed = server.onclose
      server.onclose = () => {
        if (transport.sessionId !== undefined) sessions.delete(transport.sessionId)
        closed?.()
      }
      return kept
    },
    count: () => sessions.size,
    close: async () => {
      clearInterval(sweeping)
      await Promise.all([...sessions.values()].map(({ server }) => server.close()))
    },
  }
}

interface Kept extends Session {
  readonly server: Server
  readonly owner: Owner
  usedAt: number
  held: number
}

/** Counts an answer as use until its last byte was taken, or nobody takes it any more. */
function held(response: Response, kept: Kept, env: Env): Response {
  if (response.body === null) return response
  kept.held++
  let isHeld = true
  const release = () => {
    if (isHeld) kept.held--
    isHeld = false
    kept.usedAt = env.now()
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        release()
        controller.close()
      } catch (error) {
        release()
        throw error
      }
    },
    cancel: (reason) => {
      release()
      return reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

const ID_BYTES = 24
const SWEEP_MS = 60_000
/** How long a client whose stream was cut waits before it comes again. */
const RETRY_MS = 1_000
