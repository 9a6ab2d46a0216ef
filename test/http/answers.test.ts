import { request } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { MemoryError, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { serveHere, useServer } from './serve-here.js'

const served = useServer()

const text = { 'content-type': 'text/plain' }

describe('an operation over HTTP', () => {
  it('takes JSON and answers what it answers elsewhere; one that only looks is asked with GET too', async () => {
    const { call } = served()
    const captured = await call('/api/v1/memory/capture', {
      text: 'Mia moved to Lisbon',
      tags: ['friends', 'moves'],
    })
    expect(captured).toMatchObject({ status: 200, body: { outcome: 'added' } })
    const post = await call('/api/v1/memory/search', {
      question: 'Mia',
      kinds: ['thought', 'turn'],
      limit: 3,
      explain: true,
    })
    const get = await call('/api/v1/memory/search?question=Mia&kinds=thought&kinds=turn&limit=3&explain=true')
    expect(get.body.hits).toEqual(post.body.hits)
    expect(get.body.hits[0]).toMatchObject({ id: captured.body.id, account: expect.anything() })
    expect((await call('/api/v1/memory/thoughts?tags=friends&tags=moves')).body.items).toHaveLength(1)
    expect((await call('/api/v1/memory/capture?text=x')).status).toBe(405)
  })

  it.each([
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['limit=0x10', 'limit'],
    ['explain=1', 'explain'],
    ['kinds=nonsense', 'kinds'],
    ['limit=1e99', 'limit'],
  ])('says what is wrong with the query %s', async (query, field) => {
    const { status, body } = await served().call(`/api/v1/memory/search?question=x&${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.detail).toContain(field)
  })

  it('tells what is wrong as a problem with a code, a hint and whether to try again', async () => {
    const { headers, body, status } = await served().call(
      '/api/v1/memory/get?id=01890000-0000-7000-8000-000000000000',
    )
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toEqual({
      type: 'urn:recollect:problem:not_found',
      title: 'Not found',
      status,
      detail: expect.any(String),
      code: 'not_found',
      hint: expect.any(String),
      retrySafe: false,
    })
    expect(status).toBe(404)
  })

  it.each([
    ['{"text":', {}, 400],
    ['[]', {}, 400],
    ['null', {}, 400],
    ['"text"', {}, 400],
    [Buffer.from([0x7b, 0xff, 0x7d]), {}, 400],
    ['{"id":"x"}', text, 415],
    ['id=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['{}', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ])('refuses the body %j', async (body, headers, status) => {
    const answer = await served().ask('/api/v1/memory/pin', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(answer.status).toBe(status)
  })

  it('takes a note as the body itself, with the rest in the query, but nothing in two places', async () => {
    const note = { method: 'POST', headers: text, body: 'The key lies under the stone' }
    const { body } = await served().call('/api/v1/memory/capture?tags=house', undefined, note)
    expect(body).toMatchObject({ outcome: 'added' })
    expect((await served().call('/api/v1/memory/capture?text=other', undefined, note)).status).toBe(400)
    expect((await served().call('/api/v1/memory/search?limit=1', { question: 'stone' })).status).toBe(400)
  })
})

describe('what streams', () => {
  it('goes out as a file and comes in as a body: an archive fills another store', async () => {
    const from = served()
    await from.call('/api/v1/memory/capture', { text: 'Nadia plays the oboe — 小提琴' })
    const archive = await from.ask('/api/v1/memory/export?all=true')
    expect(archive.headers.get('content-disposition')).toBe('attachment; filename="memory-export.jsonl"')
    const { items } = JSON.parse(archive.headers.get('recollect-output') ?? '') as { items: number }
    const to = await serveHere()
    const taken = await to.ask('/api/v1/memory/import_archive', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: archive.body,
      duplex: 'half',
    } as RequestInit)
    expect(await taken.json()).toMatchObject({ added: { item: items } })
    const { body } = await to.call('/api/v1/memory/search?question=oboe')
    expect(body.hits[0].text).toContain('小提琴')
    await to.close()
  })

  it('is never a file of the server', async () => {
    for (const [path, input] of [
      ['memory/import_archive', { file: '/etc/hostname' }],
      ['transcript/import', { file: '/etc/hostname' }],
      ['transcript/import', { file: '/no/such/file' }],
    ] as const) {
      const { status, body } = await served().call(`/api/v1/${path}`, input)
      expect([status, body.detail]).toEqual([400, expect.stringContaining('file is not taken over HTTP')])
    }
    const inQuery = { method: 'POST', headers: text, body: 'x' }
    expect(
      (await served().call('/api/v1/transcript/import?file=/etc/hostname', undefined, inQuery)).status,
    ).toBe(400)
  })

  it('tells how far it is to who wants to know, and what came of it', async () => {
    const lines = Array.from({ length: 3 }, (_, n) => JSON.stringify({ role: 'user', content: `line ${n}` }))
    const ask = (body: string) =>
      served().ask('/api/v1/memory/import?session=told', {
        method: 'POST',
        headers: { ...text, accept: 'text/event-stream' },
        body,
      })
    const answer = await (await ask(lines.join('\n'))).text()
    expect(answer).toMatch(/^event: progress\ndata: \{"done":\d+,"unit":"messages"\}\n\n/)
    expect(answer).toMatch(/event: result\ndata: \{.*"added":3.*\}\n\n$/)
    const problem = await (await ask('nothing { of "use"\0')).text()
    expect(problem).toMatch(/^event: problem\ndata: \{"type":"urn:recollect:problem:invalid_input"/)
  })

  it('is given up when who sent it leaves', async () => {
    const { server, owner, engine, logged, ask } = served()
    const outgoing = request({
      port: server.port,
      host: '127.0.0.1',
      path: '/api/v1/memory/import?session=left&dryRun=false',
      method: 'POST',
      headers: { authorization: `Bearer ${owner}`, ...text },
    })
    outgoing.on('error', () => undefined)
    const line = (n: number) =>
      `${JSON.stringify({ role: 'user', content: `unfinished ${n}`, session: 'left' })}\n`
    outgoing.write(Array.from({ length: 50 }, (_, n) => line(n)).join(''))
    // It, and the question how many there are.
    await expect
      .poll(async () => (await ask('/metrics')).text())
      .toMatch(/^recollect_http_requests_running 2$/m)
    outgoing.destroy()
    await expect
      .poll(() => logged.find((one) => one.event === 'request' && one.status === 499))
      .toMatchObject({ route: '/api/v1/memory/import' })
    // Whether some of it was kept is the operation's to say; that the server goes on is ours.
    expect((await engine.as({}).stats({})).items).toBeGreaterThan(0)
  })
})

describe('another Recollect', () => {
  it('asks this one by the protocol of docs/remote.md, and marks what it is told', async () => {
    const { server, owner, call } = served()
    await call('/api/v1/memory/capture', { text: 'We use Postgres for the ledger' })
    vi.stubEnv('TEAM_TOKEN', owner)
    const asking = await openMemory({
      home: await temporaryFolder(),
      embedder: 'off',
      remotes: [{ name: 'team', url: server.url, tokenEnv: 'TEAM_TOKEN' }],
    })
    const { snippets, missing } = await asking
      .as({})
      .remoteRecall({ question: 'which database for the ledger?' })
    expect(missing).toEqual([])
    expect(snippets[0]).toMatchObject({
      provider: 'team',
      kind: 'conversation',
      text: 'We use Postgres for the ledger',
      trust: 'untrusted',
      isOwnScore: true,
      score: 1,
    })
    await asking.close()
  })

  it('is refused what is no question of the protocol', async () => {
    for (const input of [
      {},
      { version: 2, question: 'x' },
      { version: 1, question: '' },
      { version: 1, question: 'x', kinds: ['all'] },
    ])
      expect((await served().call('/v1/remote/recall', input)).status).toBe(400)
  })
})

describe('what is told of the server', () => {
  it('is that it lives, to anybody, and that its store answers, to who has a token', async () => {
    const { call } = served()
    expect((await call('/health', undefined, { token: null })).body).toEqual({ status: 'ok' })
    expect((await call('/ready')).body).toEqual({ status: 'ready' })
    expect((await call('/ready', undefined, { token: null })).status).toBe(401)
  })

  it('is in numbers that name no words', async () => {
    const { ask, call } = served()
    await call('/api/v1/memory/search?question=unmistakeable')
    await call('/unmistakeable/path')
    const metrics = await ask('/metrics')
    expect(metrics.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const told = await metrics.text()
    expect(told).toMatch(
      /^recollect_http_requests_total\{method="GET",route="\/api\/v1\/memory\/search",status="200"\} \d+$/m,
    )
    expect(told).toMatch(
      /^recollect_http_request_seconds_bucket\{le="0.05",route="\/api\/v1\/memory\/search"\} \d+$/m,
    )
    expect(told).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
    expect(told).toMatch(/^recollect_http_requests_running 1$/m)
    expect(told).toMatch(/^recollect_items \d+$/m)
    expect(told).toMatch(/^recollect_store_bytes \d+$/m)
    expect(told).not.toContain('unmistakeable')
  })

  it('is a line for each request, without words, ids or tokens', async () => {
    const { call, logged, owner } = served()
    const { body } = await call('/api/v1/memory/capture', { text: 'the unspeakable word' })
    await call(`/api/v1/memory/get?id=${body.id}`)
    await call(
      '/api/v1/memory/search',
      { question: 'unspeakable' },
      { headers: { 'recollect-agent': 'unspeakable' } },
    )
    await call('/api/v1/memory/get?id=unspeakable')
    await call('/unspeakable', undefined, { token: 'unspeakable' })
    await expect.poll(() => logged.at(-1)).toMatchObject({ route: 'none', status: 401, key: null })
    expect(logged).toContainEqual({
      event: 'request',
      method: 'GET',
      route: '/api/v1/memory/get',
      status: 200,
      ms: expect.any(Number),
      key: 'owner',
      address: '127.0.0.1',
      code: undefined,
    })
    const lines = JSON.stringify(logged)
    for (const secret of ['unspeakable', body.id, owner]) expect(lines).not.toContain(secret)
  })

  it('names a mistake of ours by its place alone', async () => {
    const logged: unknown[] = []
    const broken = await serveHere({
      log: (event) => logged.push(event),
      mounts: [
        {
          path: '/mcp',
          handle: async () => {
            throw new TypeError('quotes a memory\n    at heart (secret.ts:1:1)')
          },
        },
      ],
    })
    const { status, body } = await broken.call('/mcp', {})
    expect([status, body.code]).toEqual([500, 'unexpected'])
    expect(logged).toContainEqual({
      event: 'mistake',
      route: '/mcp',
      error: 'TypeError',
      frames: expect.arrayContaining([expect.stringContaining('answers.test.ts')]),
    })
    expect(JSON.stringify([logged, body])).not.toMatch(/quotes|heart/)
    await broken.close()
  })

  it('is why it cannot listen', async () => {
    const { server, engine } = served()
    const { serveHttp } = await import('../../src/http/serve-http.js')
    const options = { engine, authenticate: async () => undefined }
    await expect(serveHttp({ ...options, port: server.port })).rejects.toThrow(MemoryError)
    await expect(serveHttp({ ...options, port: 0, host: '192.0.2.1' })).rejects.toThrow(
      /no address of this machine/,
    )
  })
})
