import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { Engine } from '../../src/engine.js'
import type { McpCaller } from '../../src/mcp/client-place.js'
import { type McpMount, type McpMountOptions, mcpMount } from '../../src/mcp/mount.js'
import { AGENT_DEFAULTS } from '../../src/reach.js'
import { type ConnectOptions, clientOver } from './connect.js'

/** MCP over HTTP on an open store, as a server mounts it, for one test. */
export function mountOn(engine: Engine, options: Partial<McpMountOptions> = {}): McpMount {
  const mount = mcpMount({ engine, version: '1', log: () => undefined, ...options })
  onTestFinished(() => mount.close())
  return mount
}

export interface HttpOptions extends Omit<ConnectOptions, 'env' | 'flags'> {
  readonly caller: McpCaller
  /** `?tools=…` */
  readonly query?: string
  /** Stands between client and server: what it does not pass on is lost on the way. */
  readonly way?: (request: Request, pass: (request: Request) => Promise<Response>) => Promise<Response>
}

/** The official client at the other end of HTTP, without a socket between them. */
export async function connectHttp(
  mount: McpMount,
  options: HttpOptions,
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const { caller, query = '', way = (request, pass) => pass(request) } = options
  const pass = (request: Request) => mount.handle(request, caller)
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:4114/mcp${query}`), {
    fetch: (url, init) => way(new Request(url, init), pass),
    reconnectionOptions: {
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 20,
    },
    reconnectionScheduler: (reconnect) => {
      const timer = setImmediate(reconnect)
      return () => clearImmediate(timer)
    },
  })
  return { client: await clientOver(transport, options), transport }
}

/** Who started the server, for a user of that name. */
export function ownerOf(user: string): McpCaller {
  return { who: { user, administrator: true }, keyId: null, agentCapabilities: AGENT_DEFAULTS }
}
