import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import { serveHttp } from '../../src/http/serve-http.js'
import { mcpMount } from '../../src/mcp/mount.js'
import { temporaryFolder } from '../open-spine.js'
import { callTool } from './connect.js'
import { connectHttp, ownerOf } from './connect-http.js'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())
afterEach(() => void vi.useRealTimers())

it('stands behind the guards of the server, over a socket', async () => {
  const token = 'a-token-of-this-start-that-is-long-enough'
  const mount = mcpMount({ engine, version: '1', log: () => undefined })
  const authenticate = createAuthenticate({ engine, owner: { token, user: 'ann' } })
  const server = await serveHttp({ engine, authenticate, port: 0, mounts: [mount] })
  try {
    const way = (bearer: string) => (request: Request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${bearer}`)
      return fetch(`${server.url}${pathname}${search}`, new Request(request, { headers }))
    }
    await expect(connectHttp(mount, { caller: ownerOf('x'), way: way('wrong') })).rejects.toThrow(
      /401|token/i,
    )
    const { client } = await connectHttp(mount, { caller: ownerOf('x'), way: way(token) })
    await callTool(client, 'memory_capture', { text: 'over a socket' })
    expect((await callTool(client, 'memory_search', { question: 'socket' })).answer.hits).toHaveLength(1)
  } finally {
    // Its stream is open still: a server that waited for that would never end.
    await server.close()
  }
})

it('tells nothing more to a key that was revoked, on a stream that is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const mount = mcpMount({ engine, version: '1', log: () => undefined })
  const owner = engine.as({ administrator: true })
  const { key, id } = await owner.keyCreate({ name: 'stream', for: 'ann' })
  const server = await serveHttp({
    engine,
    authenticate: createAuthenticate({ engine }),
    port: 0,
    mounts: [mount],
  })
  try {
    let stream: Response | undefined
    const way = async (request: Request) => {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${key}`)
      const answer = await fetch(`${server.url}/mcp`, new Request(request, { headers }))
      if (request.method !== 'GET') return answer
      stream = answer
      return new Response(null, { status: 405 })
    }
    await connectHttp(mount, { caller: ownerOf('x'), way })
    await vi.waitFor(() => expect(stream?.status).toBe(200))
    const end = stream?.text().then(
      () => 'whole',
      () => 'cut',
    )
    vi.advanceTimersByTime(5_000)
    expect(await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 50, 'open'))])).toBe('open')
    await owner.keyRevoke({ which: id })
    vi.advanceTimersByTime(5_000)
    expect(await end).toBe('cut')
  } finally {
    await server.close()
  }
})
