import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CallOptions, type Engine, type Memory, openMemory } from '../../src/engine.js'
import type { McpCaller } from '../../src/mcp/client-place.js'
import type { Trouble, TroubleLog } from '../../src/mcp/trouble.js'
import { AGENT_DEFAULTS } from '../../src/reach.js'
import { temporaryFolder } from '../open-spine.js'
import { callTool } from './connect.js'
import { connectHttp, mountOn, ownerOf } from './connect-http.js'
import { surfaceOf } from './surface-of.js'

const ABSENT = '01890000-0000-7000-8000-000000000000'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())
afterEach(() => void vi.useRealTimers())

const keyOf = (keyId: string, user: string, more: Partial<McpCaller> = {}): McpCaller => ({
  who: { user, capabilities: AGENT_DEFAULTS },
  keyId,
  agentCapabilities: AGENT_DEFAULTS,
  ...more,
})

describe.each([
  ['with a handshake', false],
  ['without', true],
])('over HTTP, in the protocol %s', (_, isModern) => {
  it('an agent remembers, finds again, reads and is named in the audit log', async () => {
    const user = `whole-${isModern}`
    const { client } = await connectHttp(mountOn(engine), {
      caller: ownerOf(user),
      isModern,
      name: 'My Editor',
    })
    const { answer: kept } = await callTool(client, 'memory_capture', { text: 'Mia moved to Lisbon' })
    const { answer } = await callTool(client, 'memory_search', { question: 'where is Mia?' })
    expect(answer.hits[0]).toMatchObject({ id: kept.id, origin: 'tool' })
    const { contents } = await client.readResource({ uri: `recollect://item/${kept.id}` })
    expect(JSON.stringify(contents)).toContain('> Mia moved to Lisbon')
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'Mia' } })
    expect(JSON.stringify(messages)).toContain('Mia')
    const { rows } = await engine.as({ user }).auditLog({})
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`agent:My-Editor for ${user}`]))
  })

  it('two users see nothing of each other', async () => {
    const mount = mountOn(engine)
    const [ann, bob] = await Promise.all(
      ['ann', 'bob'].map((name) =>
        connectHttp(mount, { caller: keyOf(name, `${name}-${isModern}`), isModern }),
      ),
    )
    if (ann === undefined || bob === undefined) throw new TypeError('two were asked for')
    const { answer } = await callTool(ann.client, 'memory_capture', { text: 'the gate code is 4711' })
    const found = await callTool(bob.client, 'memory_search', { question: 'gate code' })
    expect(found.answer.hits).toEqual([])
    await expect(callTool(bob.client, 'memory_get', { id: answer.id })).rejects.toThrow(/^not_found: /)
    await expect(bob.client.readResource({ uri: `recollect://item/${answer.id}` })).rejects.toThrow()
  })

  it('says progress to who asked, and gives up what is cancelled', async () => {
    const reasons: unknown[] = []
    const { mount, begun } = fake(async (_, { progress, signal }) => {
      progress?.({ done: 1, unit: 'messages' })
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      reasons.push(signal?.reason)
      throw new Error('stopped')
    })
    const { client } = await connectHttp(mount, { caller: ownerOf('ann'), isModern })
    const cancel = new AbortController()
    const told = new Promise((resolve) => {
      const asked = client.callTool(
        { name: 'memory_search', arguments: { question: 'x' } },
        { signal: cancel.signal, onprogress: resolve },
      )
      asked.catch(() => undefined)
    })
    expect(await told).toMatchObject({ progress: 1, message: '1 messages' })
    await begun
    cancel.abort()
    await vi.waitFor(() => expect(reasons).toHaveLength(1))
  })
})

describe('a session', () => {
  it('goes on where its stream was cut, and the call is done once', async () => {
    const release = gate()
    let calls = 0
    const { mount } = fake(async () => {
      calls++
      await release.opened
      return { recallId: 'r', hits: [], missing: {}, relaxed: [], clipped: false }
    })
    const resumed: (string | null)[] = []
    const { client } = await connectHttp(mount, {
      caller: ownerOf('ann'),
      way: async (request, pass) => {
        const last = request.headers.get('last-event-id')
        const isCall = request.method === 'POST' && (await request.clone().text()).includes('tools/call')
        const response = await pass(request)
        if (last !== null) {
          resumed.push(last)
          if (response.ok) release.open()
        }
        return isCall ? cutBehindFirst(response) : response
      },
    })
    const { answer } = await callTool(client, 'memory_search', { question: 'x' })
    expect(answer).toMatchObject({ hits: [] })
    expect({ calls, resumed }).toEqual({ calls: 1, resumed: [expect.stringMatching(/^\d+$/)] })
  })

  it('is that of who opened it: to anybody else it is one that never was', async () => {
    const mount = mountOn(engine)
    const { transport } = await connectHttp(mount, { caller: keyOf('a', 'ann') })
    const session = transport.sessionId ?? ''
    const asked = async (caller: McpCaller, id: string, method: string, query = '') => {
      const request = new Request(`http://127.0.0.1:4114/mcp${query}`, {
        method,
        headers: {
          'mcp-session-id': id,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' } : {}),
      })
      const answer = await mount.handle(request, caller)
      const type = answer.headers.get('content-type') ?? ''
      return { status: answer.status, said: type.includes('json') ? await answer.text() : '' }
    }
    const others: readonly (readonly [McpCaller, string])[] = [
      [keyOf('b', 'ann'), ''],
      [keyOf('a', 'bob'), ''],
      [keyOf('a', 'ann', { agentCapabilities: ['memory.read'] }), ''],
      [keyOf('a', 'ann', { who: { user: 'ann', workspace: 'acme' } }), ''],
      [ownerOf('ann'), ''],
      [keyOf('a', 'ann'), '?tools=task'],
    ]
    for (const method of ['POST', 'GET', 'DELETE']) {
      const absent = await asked(keyOf('a', 'ann'), 'x'.repeat(session.length), method)
      expect(absent.status).toBe(404)
      for (const [caller, query] of others)
        expect(await asked(caller, session, method, query), method).toEqual(absent)
    }
    expect((await asked(keyOf('a', 'ann'), session, 'POST')).status).toBe(200)
    await transport.terminateSession()
    expect((await asked(keyOf('a', 'ann'), session, 'POST')).status).toBe(404)
  })

  it('ends when nobody uses it, and gives way to a newer one of its key', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const mount = mountOn(engine, { limits: { perKey: 2, idleMs: 60_000 } })
    const without = (request: Request, pass: (request: Request) => Promise<Response>) =>
      request.method === 'GET' ? Promise.resolve(new Response(null, { status: 405 })) : pass(request)
    const open = async (key: string) =>
      (await connectHttp(mount, { caller: keyOf(key, 'ann'), way: without })).client
    const isOpen = (client: Client) =>
      client.listTools().then(
        () => true,
        () => false,
      )
    const [first, other] = [await open('a'), await open('b')]
    vi.advanceTimersByTime(1_000)
    const second = await open('a')
    vi.advanceTimersByTime(1_000)
    const third = await open('a')
    expect(await Promise.all([first, second, third, other].map(isOpen))).toEqual([false, true, true, true])
    vi.advanceTimersByTime(50_000)
    expect(await isOpen(other)).toBe(true)
    vi.advanceTimersByTime(50_000)
    expect(await Promise.all([second, third, other].map(isOpen))).toEqual([false, false, true])
  })

  it('is refused to a key all of whose sessions are at work', async () => {
    const { mount, begun } = fake(() => new Promise(() => undefined), { perKey: 1 })
    const { client } = await connectHttp(mount, { caller: keyOf('a', 'ann') })
    void client.callTool({ name: 'memory_search', arguments: { question: 'x' } }).catch(() => undefined)
    await begun
    await expect(connectHttp(mount, { caller: keyOf('a', 'ann') })).rejects.toThrow(/429|too many sessions/)
    await connectHttp(mount, { caller: keyOf('b', 'ann') })
  })

  it("asks its client's own model on the way of the call", async () => {
    const { client } = await connectHttp(mountOn(engine), {
      caller: ownerOf('cleo'),
      way: (request, pass) =>
        request.method === 'GET' ? Promise.resolve(new Response(null, { status: 405 })) : pass(request),
      sampling: ({ messages }) => ({
        role: 'assistant',
        model: 'own',
        stopReason: 'endTurn',
        content: {
          type: 'text',
          text: JSON.stringify({ ids: [/id (\w+) ·/.exec(JSON.stringify(messages))?.[1]] }),
        },
      }),
    })
    const record = {
      name: 'Weekly report',
      description: 'how Mia wants it',
      body: 'On Friday.',
      type: 'feedback',
    }
    await callTool(client, 'record_save', record)
    const { answer } = await callTool(client, 'record_recall', { request: 'write the weekly report' })
    expect(answer).toMatchObject({ how: 'model', records: [{ name: 'Weekly report' }] })
  })
})

describe('the address', () => {
  it('says which tools are shown, a key what an agent may do, and all there is stands as over standard output', async () => {
    const mount = mountOn(engine)
    const caller = keyOf('f', 'reader', { agentCapabilities: [...AGENT_DEFAULTS, 'memory.forget'] })
    const reader = engine.as({ user: 'reader' })
    await reader.knowledgeImport({ content: '# A document\n', source: 'a.md' })
    await reader.knowledgePublish({ document: 'a.md' })
    await reader.knowledgeAttach({ documents: ['a.md'], task: 'blog' })
    const { client } = await connectHttp(mount, { caller, query: '?tools=knowledge,task&task=blog' })
    const frozen = readFileSync(join(import.meta.dirname, 'frozen-surface.txt'), 'utf8')
    expect(await surfaceOf(client)).toEqual(JSON.parse(frozen))
  })

  it('refuses what a key does not grant, and says who can', async () => {
    const mount = mountOn(engine)
    const { client } = await connectHttp(mount, { caller: keyOf('a', 'ann') })
    await expect(callTool(client, 'memory_forget', { id: ABSENT })).rejects.toThrow(
      /a key that lets agents forget/,
    )
    await expect(callTool(client, 'task_list')).rejects.toThrow(/the server says \?tools=task/)
    const granted = { agentCapabilities: ['memory.read'] } as const
    const reader = await connectHttp(mount, { caller: keyOf('r', 'ann', granted) })
    await expect(callTool(reader.client, 'memory_capture', { text: 'x' })).rejects.toThrow(
      /^denied: .*\n.*may only read/,
    )
    const worker = await connectHttp(mount, {
      caller: keyOf('a', 'ann', { who: { user: 'ann', worker: 'w' } }),
    })
    await expect(callTool(worker.client, 'memory_merge', {})).rejects.toThrow(
      /there is no tool|for the user alone/,
    )
    expect((await callTool(worker.client, 'memory_stats')).answer.items).toBe(0)
  })

  it.each([['?tool=task'], ['?tools=tasks'], ['?session=1']])(
    '%s is refused, and not overlooked',
    async (query) => {
      const request = new Request(`http://127.0.0.1:4114/mcp${query}`, { method: 'POST', body: '{}' })
      await expect(mountOn(engine).handle(request, ownerOf('ann'))).rejects.toMatchObject({
        code: 'invalid_input',
      })
    },
  )
})

it('logs of what it was sent no word, and of a mistake its place alone', async () => {
  const logged: Trouble[] = []
  const log = (told: Trouble) => void logged.push(told)
  const { mount } = fake(
    async () => {
      throw new TypeError('I keep the boat in Porto')
    },
    {},
    log,
  )
  const { client } = await connectHttp(mount, { caller: ownerOf('ann'), isModern: true })
  const answer = client.callTool({ name: 'memory_search', arguments: { question: 'x' } })
  expect(JSON.stringify(await answer)).toContain('nobody expected')
  const sent = (headers: object, name: string) =>
    mount.handle(
      new Request('http://127.0.0.1:4114/mcp', {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': '2026-07-28',
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name,
            arguments: {},
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'Porto', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      }),
      ownerOf('ann'),
    )
  expect(
    (await sent({ 'mcp-method': 'tools/call', 'mcp-name': 'another' }, 'Porto'.repeat(1_000))).status,
  ).toBe(400)
  expect((await sent({ 'mcp-protocol-version': 'Porto' }, 'x')).status).toBe(400)
  expect(logged.map(({ event }) => event)).toEqual(['mistake', 'trouble', 'trouble'])
  expect(logged[0]).toMatchObject({ route: '/mcp', error: 'TypeError' })
  expect(JSON.stringify(logged)).not.toContain('Porto')
  expect(JSON.stringify(logged.slice(1)).length).toBeLessThan(300)
})

/** A server whose search does as the test says. */
function fake(
  search: (input: unknown, options: CallOptions) => Promise<unknown>,
  limits: { readonly perKey?: number } = {},
  log: TroubleLog = () => undefined,
) {
  const begun = gate()
  const memory = {
    search: (input: unknown, options: CallOptions) => {
      begun.open()
      return search(input, options)
    },
    knowledgeMap: async () => ({ documents: [], total: 0, next: null }),
  }
  const one = {
    as: () => memory as unknown as Memory,
    workspaceOf: async () => '',
    close: async () => undefined,
  }
  return { mount: mountOn(one, { limits: { ...limits, graceMs: 0 }, log }), begun: begun.opened }
}

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** An answer whose connection breaks behind its first event, which is the one that says where to go on. */
function cutBehindFirst(response: Response): Response {
  const reader = response.body?.getReader()
  let isFirst = true
  const body = new ReadableStream({
    pull: async (controller) => {
      if (isFirst) controller.enqueue((await reader?.read())?.value)
      else {
        await reader?.cancel()
        controller.error(new Error('the connection is gone'))
      }
      isFirst = false
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
