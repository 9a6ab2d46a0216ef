import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Engine, openMemory } from '../../src/engine.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import type { LogEvent } from '../../src/http/log-event.js'
import { type RunningServer, type ServeOptions, serveHttp } from '../../src/http/serve-http.js'
import { newOwnerToken } from '../../src/http/server-file.js'

/** A server on loopback with a store of its own, in this process. */
export interface ServedHere {
  readonly engine: Engine
  readonly server: RunningServer
  readonly owner: string
  /** What was logged since it began. */
  readonly logged: LogEvent[]
  /** Asks with the owner's token, unless `token` says another; null for none. */
  ask(path: string, init?: Asked): Promise<Response>
  /** The same, and what was answered as JSON. */
  call(path: string, input?: unknown, init?: Asked): Promise<Answer>
  close(): Promise<void>
}

export interface Asked extends RequestInit {
  readonly token?: string | null
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: of many shapes, which the tests look into
  readonly body: any
}

export async function serveHere(options: Partial<ServeOptions> = {}): Promise<ServedHere> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-http-'))
  const engine = await openMemory({ home, embedder: 'off' })
  const owner = newOwnerToken(systemEnv())
  const logged: LogEvent[] = []
  const server = await serveHttp({
    engine,
    port: 0,
    authenticate: createAuthenticate({ engine, owner: { token: owner } }),
    log: (event) => logged.push(event),
    ...options,
  })
  async function ask(path: string, { token = owner, headers, ...init }: Asked = {}): Promise<Response> {
    return fetch(server.url + path, {
      ...init,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(headers as Record<string, string>),
      },
    })
  }
  return {
    engine,
    server,
    owner,
    logged,
    ask,
    call: async (path, input, init = {}) => {
      const sent =
        input === undefined
          ? {}
          : {
              method: 'POST',
              body: JSON.stringify(input),
              headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
            }
      const response = await ask(path, { ...init, ...sent })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
      }
    },
    close: async () => {
      await server.close()
      await engine.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** One for all tests of a file. */
export function useServer(options: () => Partial<ServeOptions> = () => ({})): () => ServedHere {
  let served: ServedHere | undefined
  beforeAll(async () => {
    served = await serveHere(options())
  })
  afterAll(() => served?.close())
  return () => {
    if (served === undefined) throw new Error('ask for the server inside of a test')
    return served
  }
}
