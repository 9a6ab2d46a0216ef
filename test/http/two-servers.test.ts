import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticate } from '../../src/http/authenticate.js'
import { type Engine, openMemory } from '../../src/index.js'
import { mcpMount } from '../../src/mcp/mount.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { type ServedHere, serveHere } from './serve-here.js'

// Each with connections, caches and tokens of its own, as two processes have them (docs/deployment.md#several-servers).
describePostgres('two servers on one database', () => {
  let one: ServedHere
  let other: ServedHere
  let token: string
  const engines: Engine[] = []

  beforeAll(async () => {
    const store = await newDatabase()
    const serve = async () => {
      const engine = await openMemory({ home: await temporaryFolder(), store, embedder: 'off' })
      engines.push(engine)
      const mounts = [mcpMount({ engine, version: '1', log: () => undefined })]
      return serveHere({ engine, mounts, authenticate: createAuthenticate({ engine }) })
    }
    ;[one, other] = [await serve(), await serve()]
    const administrator = engines[0]?.as({ administrator: true })
    token = (await administrator?.keyCreate({ name: 'ann', for: 'ann' }))?.key ?? ''
  })
  afterAll(async () => {
    await one?.close()
    await other?.close()
    for (const engine of engines) await engine.close()
  })

  const texts = async (server: ServedHere) => {
    const { body } = await server.call('/api/v1/memory/thoughts', {}, { token })
    return body.items.map(({ text }: { text: string }) => text)
  }

  it('open to a key that was made at the other, and find what was kept there', async () => {
    const kept = await one.call('/api/v1/memory/capture', { text: 'Mia moved to Lisbon' }, { token })
    expect(kept.status).toBe(200)
    const found = await other.call('/api/v1/memory/search', { question: 'where is Mia?' }, { token })
    expect(found.body.hits).toMatchObject([{ id: kept.body.id }])
  })

  it('do a call once that was sent to both with one key', async () => {
    const init = { token, headers: { 'idempotency-key': 'sent-twice' } }
    const send = (server: ServedHere) =>
      server.call(
        '/api/v1/record/save',
        { name: 'once', type: 'user', description: 'one', body: 'One.' },
        init,
      )
    const both = await Promise.all([send(one), send(other)])
    const again = await send(other)
    // Whoever came while the other was at it may be told to ask again.
    const [done] = both.filter(({ status }) => status === 200)
    for (const { status } of both) expect([200, 409, 503]).toContain(status)
    expect(again).toMatchObject({ status: 200, body: done?.body })
    const { body } = await one.call('/api/v1/record/list', {}, { token })
    expect(body.records.filter(({ name }: { name: string }) => name === 'once')).toHaveLength(1)
  })

  it('go on with a stream of events where the other broke off', async () => {
    const heard = await firstEvent(one, token)
    await one.call('/api/v1/memory/capture', { text: 'while nobody listened' }, { token })
    const stream = await other.ask('/api/v1/events', { token, headers: { 'last-event-id': heard.id } })
    const told = await readUntil(stream, (text) => text.includes('event: change'))
    expect(told).toContain('memory.capture')
    expect(told).not.toContain('event: reset')
  })

  it('know no session of MCP of the other, and begin one of their own', async () => {
    const send = (server: ServedHere, message: object, session?: string) =>
      server.ask('/mcp', {
        method: 'POST',
        token,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
      })
    const hello = {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }
    const session = (await send(one, hello)).headers.get('mcp-session-id') ?? ''
    expect(session).not.toBe('')
    expect((await send(one, { method: 'tools/list' }, session)).status).toBe(200)
    // What tells a client to begin anew.
    expect((await send(other, { method: 'tools/list' }, session)).status).toBe(404)
    expect((await send(other, hello)).headers.get('mcp-session-id')).not.toBe('')
  })

  it('shut a key out at once that was revoked at the other', async () => {
    expect((await texts(other)).length).toBeGreaterThan(0)
    await engines[0]?.as({ administrator: true }).keyRevoke({ which: 'ann' })
    expect((await other.call('/api/v1/memory/thoughts', {}, { token })).status).toBe(401)
  })
})

async function firstEvent(server: ServedHere, token: string): Promise<{ id: string }> {
  const stream = await server.ask('/api/v1/events', { token })
  const text = await readUntil(stream, (said) => /^id: .+$/m.test(said))
  return { id: /^id: (.+)$/m.exec(text)?.[1] ?? '' }
}

async function readUntil({ body }: Response, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(bytes).toString('utf8')
    if (isEnough(text)) break
  }
  return text
}
