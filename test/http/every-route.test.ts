import { mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/operations/operation.js'
import { operations } from '../../src/operations/table.js'
import { type Capability, capabilities } from '../../src/reach.js'
import { useServer } from './serve-here.js'

const web = mkdtempSync(join(tmpdir(), 'recollect-web-'))
writeFileSync(join(web, 'index.html'), 'the page')

const served = useServer(() => ({
  web,
  mounts: [{ path: '/mcp', handle: async () => new Response('the protocol') }],
}))
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** What needs no token, and why. All else does. */
const OPEN: ReadonlySet<string> = new Set([
  // Whether the process lives.
  'GET /health',
  // Opens the dashboard once, for who has its secret address.
  'GET /link/:id',
  // What there is to ask, as this program has it: nothing of what is remembered.
  'GET /reference',
  // The files of the dashboard, which are the same for everybody.
  'GET /:place{(?!(?:api|v1)(?:/|$))[\\s\\S]*}',
])

/** What anybody may ask who has a token: it tells nothing of what is remembered. */
const WITHOUT_CAPABILITY: ReadonlySet<string> = new Set([
  'GET /ready',
  'POST /link',
  'GET /openapi.json',
  'GET /api/v1/caller',
  'ALL /mcp',
  'ALL /mcp/*',
])

interface Address {
  readonly method: string
  readonly path: string
  readonly name: string
}

/** As the router has them, but for what runs before all of them. */
function addresses(): Address[] {
  return served()
    .server.addresses.filter(({ method, path }) => !(method === 'ALL' && path === '/*'))
    .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }))
}

const guarded = () => addresses().filter(({ name }) => !OPEN.has(name))

/** With a name in the place of what may be anything. */
function sent({ method, path }: Address): { readonly method: string; readonly path: string } {
  const filled = path
    .replace(/^\/:place.*$/, '/some/place')
    .replace(/:[a-z]+(?:\{[^/]*\})?/g, 'some')
    .replace('*', 'some')
  return { method: method === 'ALL' ? 'POST' : method, path: filled }
}

interface Ask {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Absent: no Host at all. */
  readonly host?: string | undefined
}

interface Told {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

function ask(address: Address, { token, headers, host }: Ask): Promise<Told> {
  const { method, path } = sent(address)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port: served().server.port,
        host: '127.0.0.1',
        method,
        path,
        agent,
        setHost: false,
        headers: {
          ...(host === undefined ? {} : { host }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (incoming) => {
        const pieces: Buffer[] = []
        incoming.on('data', (piece: Buffer) => pieces.push(piece))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(pieces).toString('utf8'),
            headers: incoming.headers,
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(/^P/.test(method) ? '{}' : undefined)
  })
}

const own = () => `127.0.0.1:${served().server.port}`

async function statuses(asked: readonly Address[], how: Ask): Promise<Record<number, number>> {
  const told = new Map<number, string[]>()
  for (const address of asked) {
    const { status, text, headers } = await ask(address, how)
    told.set(status, [...(told.get(status) ?? []), address.name])
    expect(headers['content-security-policy'], address.name).toContain("default-src 'self'")
    expect(headers['access-control-allow-origin'], address.name).toBeUndefined()
    expect(text, address.name).not.toMatch(/Porto|evil/)
  }
  return Object.fromEntries([...told].map(([status, names]) => [status, names.length]))
}

const keys = { member: '', memory: '', audit: '' }

beforeAll(async () => {
  const { engine } = served()
  const owner = engine.as({ user: 'me', administrator: true })
  const create = async (name: string, input: object) =>
    (await owner.keyCreate({ name, for: 'bob', ...input })).key
  keys.member = await create('member', { workspaces: ['acme/web'] })
  keys.memory = await create('memory', { capabilities: ['memory.read'] })
  keys.audit = await create('audit', { role: 'administrator', capabilities: ['audit.read'] })
  await owner.capture({ text: 'I keep the boat in Porto' })
})

describe('every route', () => {
  it('is there for every operation that is offered over HTTP', () => {
    const names = new Set(addresses().map(({ name }) => name))
    const offered = (Object.values(operations) as unknown as Operation[]).filter(({ surfaces }) =>
      surfaces.includes('http'),
    )
    expect(offered.length).toBeGreaterThan(100)
    for (const { name, effect } of offered) {
      const path = `/api/v1/${name.replace('.', '/')}`
      expect(names.has(`POST ${path}`), name).toBe(true)
      expect(names.has(`GET ${path}`), name).toBe(effect === 'read')
    }
  })

  it('tells nothing without a token, and says of which it does not ask one', async () => {
    const all = guarded()
    expect(await statuses(all, { host: own() })).toEqual({ 401: all.length })
    const open = addresses().filter(({ name }) => OPEN.has(name))
    expect(new Set(open.map(({ name }) => name))).toEqual(OPEN)
  })

  it('tells nothing for a wrong token', async () => {
    const all = guarded()
    // Few: who guesses is held back.
    const some = all.filter((_, at) => at % Math.ceil(all.length / 8) === 0)
    expect(await statuses(some, { host: own(), token: 'x'.repeat(43) })).toEqual({ 401: some.length })
  })

  it('does not let a key out of its own banks, whatever the headers say', async () => {
    const all = guarded()
    for (const headers of [{ 'recollect-user': 'me' }, { 'recollect-workspace': 'acme/other' }] as const)
      expect(await statuses(all, { host: own(), token: keys.member, headers })).toEqual({ 403: all.length })
  })

  it('needs the capability of what it does', async () => {
    const all = guarded().filter(({ name }) => !WITHOUT_CAPABILITY.has(name))
    const needs = (capability: Capability) => (address: Address) => capabilityOf(address) === capability
    for (const capability of capabilities) {
      const token = capability === 'audit.read' ? keys.memory : keys.audit
      const some = all.filter(needs(capability))
      expect(some.length, capability).toBeGreaterThan(0)
      expect(await statuses(some, { host: own(), token }), capability).toEqual({ 403: some.length })
    }
  })

  it('has the security headers on whatever is answered, of any address and method', async () => {
    const told = async (method: string, path: string, token?: string) => {
      const { status, headers } = await ask({ method, path, name: path }, { host: own(), token })
      expect(headers['content-security-policy'], `${method} ${path}`).toContain("default-src 'self'")
      expect(headers['x-content-type-options'], `${method} ${path}`).toBe('nosniff')
      return status
    }
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const path of [
        '/api/v1/nothing',
        '/api/v1/memory/stats',
        '/health',
        '/mcp',
        '/',
        '/no.txt',
        '/link/x',
      ])
        for (const token of [undefined, served().owner])
          expect(await told(method, path, token), `${method} ${path}`).not.toBe(500)
    expect(await told('POST', '/api/v1/nothing')).toBe(401)
    expect(await told('OPTIONS', '/health', served().owner)).toBe(405)
  })

  it('asks for the head of nothing that goes on or is used up by asking', async () => {
    const { path } = (await served().call('/link', {})).body
    for (const address of ['/api/v1/events', '/api/v1/memory/export', path])
      expect((await served().ask(address, { method: 'HEAD' })).status, address).toBe(405)
    expect((await served().ask(path, { redirect: 'manual' })).status).toBe(303)
    expect((await served().ask('/api/v1/memory/stats', { method: 'HEAD' })).status).toBe(200)
  })

  it('answers under no other name, and none without one', async () => {
    const all = addresses()
    expect(await statuses(all, { host: 'evil.test', token: served().owner })).toEqual({ 403: all.length })
    expect(await statuses(all, { token: served().owner })).toEqual({ 400: all.length })
  })

  it('answers no page of another site', async () => {
    const all = addresses()
    for (const origin of ['http://evil.test', 'null'])
      expect(await statuses(all, { host: own(), token: served().owner, headers: { origin } })).toEqual({
        403: all.length,
      })
  })
})

/** Of what is no operation, what it needs of a caller. */
const ELSE: ReadonlyMap<string, Capability> = new Map([
  ['GET /metrics', 'audit.read'],
  ['GET /api/v1/events', 'memory.read'],
  ['POST /v1/remote/recall', 'memory.read'],
])

function capabilityOf({ path, name }: Address): Capability {
  const operation = (Object.values(operations) as unknown as Operation[]).find(
    (one) => path === `/api/v1/${one.name.replace('.', '/')}`,
  )
  const capability = operation?.capability ?? ELSE.get(name)
  if (capability === undefined) throw new Error(`say in this test what ${name} needs of a caller`)
  return capability
}
