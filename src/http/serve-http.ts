import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Env, systemEnv } from '../clock.js'
import type { Engine } from '../engine.js'
import type { Authenticate } from './caller.js'
import { createApp } from './create-app.js'
import type { Mount } from './mount.js'
import { routes } from './routes.js'

export interface ServeOptions {
  readonly engine: Engine
  readonly authenticate: Authenticate
  /** Where it listens. Default 127.0.0.1: only programs of this machine reach it. */
  readonly host?: string
  /** Default 4114; 0 takes one that is free. */
  readonly port?: number
  readonly mounts?: readonly Mount[]
  /** The folder of the dashboard; none is served without. */
  readonly web?: string
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Takes nothing more, lets finish what runs, and resolves when all is over. The engine stays open. */
  close(): Promise<void>
}

/** Serves an open store over HTTP (docs/server.md) until it is closed. */
export async function serveHttp(options: ServeOptions): Promise<RunningServer> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, mounts = [], env = systemEnv() } = options
  const closing = new AbortController()
  const app = createApp({ ...options, env, mounts, routes: routes(), closing: closing.signal })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    close: async () => {
      closing.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await Promise.all(mounts.map((mount) => mount.close?.()))
      await closed
    },
  }
}

const DEFAULT_PORT = 4114
