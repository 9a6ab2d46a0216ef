import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { jsonOf, type Ran, useRecollect } from './recollect.js'
import { served } from './served.js'

const { run, home } = useRecollect()

describePostgres('a memory in a database, by processes', () => {
  let store = ''
  beforeAll(async () => {
    store = await newDatabase()
  })
  const inEnvironment = () => ({ env: { RECOLLECT_STORE: store } })

  it('keeps and finds by --store, by RECOLLECT_STORE and by config.json, and has no file', async () => {
    const kept = await run(['capture', 'Mia moved to Lisbon in March', '--store', store])
    expect({ code: kept.code, notes: secretIn(kept, store) }).toEqual({ code: 0, notes: false })
    await run(['capture', 'Nora plays the cello'], inEnvironment())
    const configured = join(home, 'configured')
    mkdirSync(configured, { recursive: true })
    writeFileSync(join(configured, 'config.json'), JSON.stringify({ store }), { mode: 0o600 })
    const found = jsonOf(await run(['search', 'cello', '--home', configured, '--json']))
    expect(found.hits.map(({ text }: { text: string }) => text)).toContain('Nora plays the cello')
    expect(() => readFileSync(join(home, 'recollect.db'))).toThrow('ENOENT')
    const own = jsonOf(await run(['stats', '--json', '--store', 'file'], inEnvironment()))
    expect(own.items).toBe(0)
  })

  it('examines it, makes it ready, and refuses to restore a file over it', async () => {
    const examined = await run(['doctor', '--json'], inEnvironment())
    expect(jsonOf(examined)).toMatchObject({ isHealthy: true })
    const made = await run(['init'], inEnvironment())
    expect(made.out).toContain('Your memory is there and healthy: ')
    expect([examined, made].some((ran) => secretIn(ran, store))).toBe(false)
    writeFileSync(join(home, 'some.backup'), 'x')
    const restored = await run(['restore', join(home, 'some.backup'), '--yes'], inEnvironment())
    expect([restored.code, restored.notes]).toEqual([1, expect.stringContaining('pg_restore')])
  })

  it('serves it over HTTP, by reader threads of its own, and says so without the password', async () => {
    const server = await served(['serve', '--port', '0', '--json', '--store', store], home)
    try {
      const answer = await server.call('memory/search', { question: 'where did Mia move?' })
      expect(answer.hits[0].text).toBe('Mia moved to Lisbon in March')
      await server.call('memory/capture', { text: 'Omar repairs bicycles' })
      const { hits } = await server.call('memory/search', { question: 'who repairs bicycles?' })
      expect(hits[0].text).toBe('Omar repairs bicycles')
      const other = await run(['open', '--no-browser'])
      expect([other.code, other.notes]).toEqual([1, expect.stringContaining('serves another memory')])
      expect(secretIn(other, store)).toBe(false)
    } finally {
      await server.stop()
    }
    expect(server.said()).not.toContain(passwordOf(store))
  })

  it('lets an agent remember there over MCP', async () => {
    const lines = [
      request(1, 'initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      request(2, 'tools/call', { name: 'memory_capture', arguments: { text: 'Pia keeps bees' } }),
    ]
    const { code, out } = await run(['mcp', '--user', 'pia'], {
      ...inEnvironment(),
      stdin: `${lines.join('\n')}\n`,
    })
    expect([code, out]).toEqual([0, expect.stringContaining('"id":2')])
    const found = jsonOf(await run(['search', 'bees', '--user', 'pia', '--json'], inEnvironment()))
    expect(found.hits).toHaveLength(1)
  })

  it('says in one line what is wrong with an address, and never its password', async () => {
    const wrong = new URL(store)
    wrong.password = 'not-the-secret'
    const missing = new URL(store)
    missing.pathname = '/no_such_database'
    const nobody = new URL(store)
    nobody.port = String(await closedPort())
    const cases: [string, number, string][] = [
      [wrong.href, 1, 'the server refused the login'],
      [missing.href, 1, 'the database does not exist'],
      [nobody.href, 1, 'the server cannot be reached'],
      ['postgres://ann:not-the-secret@host:port/x', 2, 'address'],
      ['mysql://ann:not-the-secret@host/x', 2, 'RECOLLECT_STORE is no store'],
    ]
    for (const [address, code, said] of cases) {
      const ran = await run(['stats'], { env: { RECOLLECT_STORE: address } })
      expect([ran.code, ran.out]).toEqual([code, ''])
      expect(ran.notes).toContain(said)
      expect(ran.notes).toMatch(/^recollect: .+\n {2}.+\n$/)
      expect(ran.notes).not.toContain('not-the-secret')
      expect(secretIn(ran, store)).toBe(false)
    }
  })

  it('writes the store into the settings of an agent only when asked, and no password', async () => {
    const person = join(home, 'person')
    mkdirSync(person, { recursive: true })
    const setup = (store?: string, env = {}) =>
      run(['setup', 'claude-code', '--dry-run', ...(store === undefined ? [] : ['--store', store])], { env })
    expect((await setup()).out).not.toMatch(/RECOLLECT_STORE|--store/)
    expect((await setup(undefined, { RECOLLECT_STORE: store })).out).not.toMatch(/RECOLLECT_STORE|--store/)
    const asked = (await setup('postgres://ann@db.example/memory')).out
    expect(asked).toContain('"RECOLLECT_STORE": "postgres://ann@db.example/memory"')
    expect(asked).toMatch(/--store postgres:\/\/ann@db\.example\/memory hook session-start/)
    for (const line of [
      ['setup', 'claude-code', '--yes'],
      ['init', '--client', 'codex'],
    ]) {
      const refused = await run([...line, '--store', store])
      expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('config.json')])
      expect(secretIn(refused, store)).toBe(false)
    }
    const told = await run(['init', '--client', 'codex'], inEnvironment())
    expect(told.notes).toContain('RECOLLECT_STORE is set here')
  })
})

function passwordOf(store: string): string {
  const { password } = new URL(store)
  if (password === '') throw new Error('the database of this test has no password')
  return password
}

function secretIn({ out, notes }: Ran, store: string): boolean {
  return `${out}${notes}`.includes(passwordOf(store))
}

function request(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** A port where nobody listens. */
function closedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
}
