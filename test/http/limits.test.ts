import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { createReaders } from '../../src/http/readers/readers.js'
import { temporaryFolder } from '../open-spine.js'
import { sendRaw } from './send-raw.js'
import { type ServedHere, serveHere } from './serve-here.js'

const all: ServedHere[] = []
afterAll(() => Promise.all(all.map(({ close }) => close())))

async function serving(...options: Parameters<typeof serveHere>): Promise<ServedHere> {
  const served = await serveHere(...options)
  all.push(served)
  return served
}

function closedGate() {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return { gate, release: () => release() }
}

const json = { 'content-type': 'application/json' }

describe('how large a request may be', () => {
  it('is bounded whether it says its length or not, and an import is bounded by its own measure', async () => {
    const { ask, server, owner } = await serving({ limits: { maxBodyBytes: 1_000, maxStreamBytes: 5_000 } })
    const body = JSON.stringify({ text: 'x'.repeat(2_000) })
    const declared = await ask('/api/v1/memory/capture', { method: 'POST', headers: json, body })
    expect([declared.status, await declared.json()]).toMatchObject([413, { code: 'too_large' }])
    const chunked = [
      'POST /api/v1/memory/capture HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${owner}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      `${body.length.toString(16)}`,
      body,
      '0\r\n\r\n',
    ].join('\r\n')
    expect((await sendRaw(server.port, chunked)).status).toBe(413)
    const take = (size: number) =>
      ask('/api/v1/memory/import?name=a.md', {
        method: 'POST',
        headers: { 'content-type': 'text/markdown' },
        body: 'word '.repeat(size / 5),
      })
    expect((await take(3_000)).status).toBe(200)
    expect((await take(10_000)).status).toBe(413)
    expect((await ask('/api/v1/memory/stats')).status).toBe(200)
  })

  it('is bounded for addresses and headers too', async () => {
    const { ask, server } = await serving()
    expect((await ask(`/api/v1/memory/search?question=${'x'.repeat(9_000)}`)).status).toBe(414)
    const headers = `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    expect((await sendRaw(server.port, headers)).status).toBe(431)
  })
})

describe('how often one may come', () => {
  it('is bounded for each key and for each address without one, and says when to come again', async () => {
    const now = { at: 0 }
    const env = {
      now: () => now.at,
      newId: () => '',
      random: () => 0,
      randomBytes: () => new Uint8Array(32),
      sleep: async () => undefined,
    }
    const { ask, engine } = await serving({ limits: { rate: 2 }, env })
    const { key } = await engine.as({ administrator: true }).keyCreate({ name: 'other', for: 'bob' })
    const statuses = async (count: number, token?: string | null) => {
      const answers = []
      for (let n = 0; n < count; n++)
        answers.push((await ask('/ready', token === undefined ? {} : { token })).status)
      return answers
    }
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 429])
    expect((await ask('/ready')).headers.get('retry-after')).toBe('1')
    expect(await statuses(1, key)).toEqual([200])
    expect(await statuses(5, null)).toEqual([401, 401, 401, 401, 429])
    now.at += 1_000
    expect(await statuses(3)).toEqual([200, 200, 429])
  })
})

describe('how much is done at once', () => {
  it('is bounded for all and for each, and what is too much is told to come again', async () => {
    const { gate, release } = closedGate()
    const entered: unknown[] = []
    const { ask } = await serving({
      limits: { concurrent: 3, concurrentPerKey: 2, streamsPerKey: 1 },
      mounts: [
        {
          path: '/mcp',
          handle: async (request) => {
            entered.push(request.method)
            await gate
            return new Response('done')
          },
        },
      ],
    })
    const slow = [ask('/mcp', { method: 'POST', body: 'x' }), ask('/mcp', { method: 'POST', body: 'x' })]
    await expect.poll(() => entered.length).toBe(2)
    const refused = await ask('/ready')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    // Those without a key are counted by themselves, and streams too.
    expect((await ask('/health', { token: null })).status).toBe(200)
    const stream = ask('/mcp')
    await expect.poll(() => entered.length).toBe(3)
    expect((await ask('/mcp')).status).toBe(503)
    release()
    expect((await Promise.all([...slow, stream])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ask('/ready')).status).toBe(200)
  })
})

describe('threads that search', () => {
  it('are asked nothing that is no input, however it is built', async () => {
    const asked: unknown[] = []
    const { ask } = await serving({
      readers: {
        perform: async (_, key) => {
          asked.push(key)
          return '{}'
        },
        flush: async () => undefined,
        close: async () => undefined,
      },
    })
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const search = async (body: string) =>
      (await ask('/api/v1/memory/search', { method: 'POST', headers: json, body })).status
    expect(await search(`{"question":${deep}}`)).toBe(400)
    expect(await search(`{"question":"x","more":${deep}}`)).toBe(400)
    expect(asked).toEqual([])
    expect(await search('{"question":"x"}')).toBe(200)
    expect(asked).toEqual(['search'])
  })

  it('are not busy with what could not be sent to them', async () => {
    const readers = createReaders({ memory: { home: await temporaryFolder() }, threads: 1 })
    const perform = (question: unknown) =>
      readers.perform({ user: 'ann' }, 'search', { question }, new AbortController().signal)
    const unsendable = [perform(() => 'x'), perform(() => 'x')]
    for (const each of unsendable) await expect(each).rejects.toThrow(/could not be cloned/)
    const next = perform('x')
    expect(next).toBeDefined()
    // Here there are only sources, from which no thread starts.
    await expect(next).rejects.toThrow(/has ended/)
    expect(perform('x'), 'what cannot start is asked no more: the server reads by itself').toBeUndefined()
    await readers.close()
  })
})

describe('links to the dashboard', () => {
  it('are bounded for each key, and none is made by an agent', async () => {
    const { ask, call, engine } = await serving()
    const admin = engine.as({ administrator: true })
    const { key } = await admin.keyCreate({ name: 'other', for: 'bob' })
    const { key: agents } = await admin.keyCreate({ name: 'agent', for: 'bob', agent: 'builder' })
    const link = async (token?: string) =>
      (await call('/link', {}, token === undefined ? {} : { token })).body.path as string
    const follow = async (path: string) => (await ask(path, { token: null, redirect: 'manual' })).status
    const [others, first] = [await link(key), await link()]
    for (let n = 1; n < 20; n++) await link()
    const last = await link()
    expect(await Promise.all([others, first, last].map(follow))).toEqual([303, 404, 303])
    expect((await call('/link', {}, { token: agents })).status).toBe(403)
  })
})

describe('how slow one may be', () => {
  it('is bounded for headers and for bodies, and others are served meanwhile', async () => {
    const { ask, server, owner } = await serving({ limits: { headersMs: 300, requestMs: 500 } })
    const whole = (text: string) =>
      new Promise<string>((resolve) => {
        let answer = ''
        const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (piece) => (answer += piece))
        socket.on('close', () => resolve(answer))
        socket.on('error', () => undefined)
      })
    const head = `POST /api/v1/memory/capture HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`
    const [headers, body] = await Promise.all([
      whole(head),
      whole(
        `${head}Authorization: Bearer ${owner}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"text":`,
      ),
      ask('/ready').then(({ status }) => expect(status).toBe(200)),
    ])
    expect(headers).toMatch(/^HTTP\/1\.1 408 /)
    expect(body).toMatch(/^HTTP\/1\.1 4(?:08|00) /)
  })
})

describe('who leaves before the answer', () => {
  it('takes no place, neither with requests queued behind a refused one nor as a key is looked up', async () => {
    const { ask, server, owner, logged, close } = await serveHere()
    const [host, bearer] = [`Host: 127.0.0.1:${server.port}`, `Authorization: Bearer ${owner}`]
    const health = `GET /health HTTP/1.1\r\n${host}\r\n\r\n`
    const ready = `GET /ready HTTP/1.1\r\n${host}\r\n${bearer}\r\n\r\n`
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET /health HTTP/1.1\r\nHost: evil.test\r\n\r\n${health.repeat(8)}${ready.repeat(8)}`)
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(async () => (await ask('/metrics')).text()).toMatch(/requests_running 1$/m)
    await expect.poll(() => logged.filter((one) => 'status' in one && one.status === 499).length).toBe(16)
    await close()
  })
})

describe('a server that closes', () => {
  it('takes nothing more, lets finish what runs and ends what would go on for ever', async () => {
    const { gate, release } = closedGate()
    let isClosed = false
    let hasBegun = false
    const { ask, server, close } = await serveHere({
      // Longer than a test may take: what is done is waited for no longer.
      limits: { graceMs: 60_000 },
      mounts: [
        {
          path: '/mcp',
          handle: async () => {
            hasBegun = true
            await gate
            return new Response('finished')
          },
          close: async () => {
            isClosed = true
          },
        },
      ],
    })
    const events = await ask('/api/v1/events')
    const running = ask('/mcp', { method: 'POST', body: 'x' })
    await expect.poll(() => hasBegun).toBe(true)
    const closing = server.close()
    expect(await events.text()).toMatch(/event: end\ndata: \{"reason":"closing"\}/)
    await expect(ask('/health')).rejects.toThrow()
    release()
    expect(await (await running).text()).toBe('finished')
    await closing
    expect(isClosed).toBe(true)
    await close()
  })

  it('tells who sends slowly that it closes', async () => {
    const { ask, server, owner, close } = await serveHere({ limits: { graceMs: 10 } })
    const head = [
      'POST /api/v1/memory/import?name=a.md HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${owner}`,
      'Content-Type: text/markdown',
      'Transfer-Encoding: chunked',
      '',
      '5\r\nslow ',
    ]
    const slow = sendRaw(server.port, `${head.join('\r\n')}\r\n`)
    await expect.poll(async () => (await ask('/metrics')).text()).toMatch(/requests_running 2$/m)
    await close()
    expect(await slow).toMatchObject({ status: 503, text: expect.stringContaining('the server is closing') })
  })

  it('waits for nobody longer than its grace', async () => {
    const { ask, close } = await serveHere({
      limits: { graceMs: 10 },
      mounts: [{ path: '/mcp', handle: () => new Promise(() => undefined) }],
    })
    const stuck = ask('/mcp', { method: 'POST', body: 'x' }).catch(() => 'cut')
    await expect.poll(async () => (await ask('/metrics')).text()).toMatch(/requests_running 2$/m)
    await close()
    expect(await stuck).toBe('cut')
  })
})
