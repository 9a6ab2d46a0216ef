import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallOptions, Engine, Memory } from '../engine.js'
import { serve } from './serve.js'

/** A client at the other end of two pipes, and a server whose search does as the test says. */
function start(
  search: (input: unknown, options: CallOptions) => Promise<unknown>,
  knowledgeMap: () => Promise<unknown> = async () => ({ documents: [], total: 0, next: null }),
) {
  const input = new PassThrough()
  const messages: { id?: unknown; method?: string; params?: unknown; result?: { isError?: boolean } }[] = []
  const notes: string[] = []
  const stop = new AbortController()
  const engine = {
    as: () => ({ search, knowledgeMap }) as unknown as Memory,
    workspaceOf: async () => '',
    close: async () => undefined,
  } satisfies Engine
  const ended = serve({
    engine,
    mayWrite: true,
    mayForget: false,
    version: '1',
    input,
    write: async (line) => void messages.push(JSON.parse(line)),
    log: (line) => void notes.push(line),
    signal: stop.signal,
  })
  const send = (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  send({
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })
  const ask = (id: number, meta: object = {}) =>
    send({
      id,
      method: 'tools/call',
      params: { name: 'memory_search', arguments: { question: 'x' }, _meta: meta },
    })
  return { ask, send, messages, notes, ended, stop, input }
}

const nothing = { recallId: 'r', hits: [], missing: {}, relaxed: [], clipped: false }

afterEach(() => {
  vi.useRealTimers()
})

describe('a call over the protocol', () => {
  it('tells its progress to a client that asked for it', async () => {
    const server = start(async (_, { progress }) => {
      progress?.({ done: 1, unit: 'messages' })
      progress?.({ done: 2, unit: 'messages' })
      return nothing
    })
    server.ask(1, { progressToken: 'p' })
    server.ask(2)
    server.input.end()
    await server.ended
    expect(server.messages.filter(({ method }) => method !== undefined)).toEqual([
      expect.objectContaining({ params: { progressToken: 'p', progress: 1, message: '1 messages' } }),
      expect.objectContaining({ params: { progressToken: 'p', progress: 2, message: '2 messages' } }),
    ])
  })

  it('is given up when the client cancels it, and gets no answer', async () => {
    const given: unknown[] = []
    const server = start(async (_, { signal }) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      given.push(signal?.reason)
      throw new Error('stopped')
    })
    server.ask(1)
    server.send({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } })
    server.input.end()
    await server.ended
    expect(given).toHaveLength(1)
    expect(server.messages.map(({ id }) => id)).toEqual(['hello'])
    expect(server.notes).toEqual([])
  })

  it('is given up when the server is stopped, and over before the store is closed', async () => {
    let isOver = false
    const server = start(async (_, { signal }) => {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      await new Promise(setImmediate)
      isOver = true
      throw new Error('stopped')
    })
    server.ask(1)
    await vi.waitFor(() => expect(server.messages).toHaveLength(1))
    server.stop.abort()
    await server.ended
    expect(isOver).toBe(true)
  })

  it('that fails as nobody expected says so to the client, and why to the log', async () => {
    const server = start(async () => {
      throw new TypeError('no such thing')
    })
    server.ask(1)
    server.input.end()
    await server.ended
    expect(JSON.stringify(server.messages[1])).toContain('failed for a reason nobody expected')
    expect(JSON.stringify(server.messages[1])).not.toContain('no such thing')
    expect(server.notes.join()).toMatch(/^TypeError\nat /)
    expect(server.notes.join()).not.toContain('no such thing')
  })

  it('that never ends does not keep a server whose client has left', async () => {
    vi.useFakeTimers()
    const server = start(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    )
    server.ask(1)
    server.input.end()
    await vi.advanceTimersByTimeAsync(60_000)
    await server.ended
    expect(server.messages.map(({ id }) => id)).toEqual(['hello'])
  })
})

describe('documents that come to be visible beside a session', () => {
  it('are told to a client that knows the list of tools, once, and not at every call', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let total = 0
    const looks: number[] = []
    const server = start(
      async () => nothing,
      async () => {
        looks.push(total)
        return { documents: [], total, next: null }
      },
    )
    const changes = () =>
      server.messages.filter(({ method }) => method === 'notifications/tools/list_changed')
    const answered = (id: number) =>
      vi.waitFor(() => expect(server.messages.some((message) => message.id === id)).toBe(true))
    server.send({ id: 1, method: 'tools/list' })
    await answered(1)
    total = 1
    server.ask(2)
    await answered(2)
    expect({ changes: changes(), looks }).toEqual({ changes: [], looks: [0] })
    vi.advanceTimersByTime(30_000)
    server.ask(3)
    await answered(3)
    vi.advanceTimersByTime(30_000)
    server.ask(4)
    await answered(4)
    expect({ changes: changes().length, looks }).toEqual({ changes: 1, looks: [0, 1, 1] })
    server.input.end()
    await server.ended
  })
})
