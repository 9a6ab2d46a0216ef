import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine, Memory } from '../../src/engine.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import type { Authenticate, Caller } from '../../src/http/caller.js'
import { refuseOpenBind } from '../../src/http/refuse-open-bind.js'
import { openMemory, operations } from '../../src/index.js'
import type { Operation } from '../../src/operations/operation.js'
import { type Capability, reachOf } from '../../src/reach.js'
import { temporaryFolder } from '../open-spine.js'

const OWNER = 'o'.repeat(43)

let engine: Engine
let authenticate: Authenticate
const tokens = new Map<string, string>([['owner', OWNER]])

beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', embedder: 'off' })
  authenticate = createAuthenticate({ engine, owner: { token: OWNER, user: 'me' } })
  const make = engine.as({ user: 'me', administrator: true })
  const wanted: readonly Parameters<Memory['keyCreate']>[0][] = [
    { name: 'administrator', role: 'administrator', for: 'eve' },
    { name: 'member', for: 'ann', workspaces: ['acme/web', '小屋, 1%'] },
    { name: 'reader', role: 'reader', for: 'ann', workspaces: ['acme/web'] },
    { name: 'writer', for: 'ann', capabilities: ['memory.read', 'memory.write'] },
    { name: 'agent', for: 'ann', agent: 'bot' },
    { name: 'forgetful agent', for: 'ann', agent: 'bot', agentForgets: true },
  ]
  for (const input of wanted) tokens.set(input.name, (await make.keyCreate(input)).key)
})

afterAll(() => engine.close())

/** A request as the server passes it on. */
function ask(name: string, headers: Record<string, string> = {}, path = '/api/v1/memory/stats') {
  const authorization = `Bearer ${tokens.get(name) ?? name}`
  return authenticate(new Request(`http://127.0.0.1${path}`, { headers: { authorization, ...headers } }))
}

async function caller(...asked: Parameters<typeof ask>): Promise<Caller> {
  const found = await ask(...asked)
  if (found === undefined) throw new Error('not let in')
  return found
}

describe('what a role may do', () => {
  const reading: readonly Capability[] = ['memory.read', 'knowledge.read']
  const agents: readonly Capability[] = ['memory.read', 'memory.write', 'knowledge.read']
  const member: readonly Capability[] = [
    'memory.read',
    'memory.write',
    'memory.forget',
    'knowledge.read',
    'knowledge.write',
    'knowledge.publish',
    'audit.read',
  ]
  const may: readonly [string, Record<string, string>, string, readonly Capability[]][] = [
    ['owner', {}, 'administrator', [...member, 'admin']],
    ['owner', { 'recollect-agent': 'bot' }, 'agent', agents],
    ['administrator', {}, 'administrator', [...member, 'admin']],
    ['member', {}, 'user', member],
    ['member', { 'recollect-agent': 'bot' }, 'agent', agents],
    ['member', { 'recollect-worker': 'helper' }, 'subagent', agents],
    ['reader', {}, 'user', reading],
    ['reader', { 'recollect-agent': 'bot' }, 'agent', reading],
    ['writer', {}, 'user', ['memory.read', 'memory.write']],
    ['agent', {}, 'agent', agents],
    ['forgetful agent', {}, 'agent', [...agents, 'memory.forget']],
  ]

  it.each(may)('holds for every operation: %s %o', async (name, headers, audience, granted) => {
    const { who } = await caller(name, headers)
    const memory = engine.as(who) as unknown as Record<string, (input: unknown) => Promise<unknown>>
    const wrong: string[] = []
    for (const [key, operation] of Object.entries(operations as unknown as Record<string, Operation>)) {
      const isAllowed =
        operation.audience.some((one) => one === audience) && granted.includes(operation.capability)
      // Never an input: whoever may ask is told so, and nothing happens.
      const code = await memory[key]?.(7).then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      )
      if (code !== (isAllowed ? 'invalid_input' : 'denied')) wrong.push(`${operation.name}: ${code}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the headers of a request', () => {
  it('choose among what a token opens', async () => {
    expect((await caller('member', { 'recollect-workspace': 'acme/web' })).who).toMatchObject({
      user: 'ann',
      workspace: 'acme/web',
    })
    const encoded = encodeURIComponent('小屋, 1%')
    expect((await caller('member', { 'recollect-workspace': encoded })).who.workspace).toBe('小屋, 1%')
    for (const name of ['owner', 'administrator'])
      expect(
        (await caller(name, { 'recollect-workspace': 'any', 'recollect-user': 'bob' })).who,
      ).toMatchObject({
        user: 'bob',
        workspace: 'any',
        administrator: true,
      })
    expect((await caller('member', { 'recollect-user': 'ann' })).who.user).toBe('ann')
    expect((await caller('agent', { 'recollect-agent': 'bot' })).who.agent).toBe('bot')
    expect((await caller('member', {}, '/mcp?workspace=acme/web')).who.workspace).toBe('acme/web')
    expect(
      (await caller('member', {}, '/api/v1/memory/get?workspace=acme/web')).who.workspace,
    ).toBeUndefined()
  })

  it.each([
    ['member', { 'recollect-workspace': 'other' }, 'denied'],
    ['member', { 'recollect-workspace': '' }, 'denied'],
    ['member', { 'recollect-workspace': 'acme/web, other' }, 'denied'],
    ['member', { 'recollect-workspace': 'ACME/web' }, 'denied'],
    ['writer', { 'recollect-workspace': 'acme/web' }, 'denied'],
    ['member', { 'recollect-user': 'bob' }, 'denied'],
    ['reader', { 'recollect-user': 'me' }, 'denied'],
    ['agent', { 'recollect-agent': 'other' }, 'denied'],
    ['member', { 'recollect-workspace': 'acme%2Fweb%' }, 'invalid_input'],
    ['owner', { 'recollect-user': 'Zo\u00eb' }, 'invalid_input'],
  ])('never widen it: %s %o', async (name, headers, code) => {
    await expect(ask(name, headers)).rejects.toMatchObject({ code })
  })

  it('never widen it, however they are put together', async () => {
    const names = fc.constantFrom(
      'ann',
      'bob',
      'me',
      'acme/web',
      'w',
      'bot',
      'main',
      'documents',
      '../me',
      '%2e',
    )
    const headers = fc.record(
      {
        'recollect-user': names,
        'recollect-workspace': names,
        'recollect-worker': names,
        'recollect-agent': names,
        'recollect-role': fc.constant('administrator'),
        'recollect-capabilities': fc.constant('admin'),
      },
      { requiredKeys: [] },
    )
    const path = fc.constantFrom('/api/v1/memory/stats', '/mcp', '/mcp?worker=w', '/mcp?workspace=w')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('member', 'reader', 'agent'),
        headers,
        path,
        async (name, given, at) => {
          const found = await ask(name, given, at).catch(() => undefined)
          if (found === undefined) return
          const plain = await caller(name)
          // Who cannot be: a worker in a workspace. The engine refuses it.
          const reach = await Promise.resolve(found.who)
            .then(reachOf)
            .catch(() => undefined)
          if (reach === undefined) return
          expect(reach.actor).toMatchObject({ user: 'ann' })
          expect(reach.actor.audience).not.toBe('administrator')
          for (const capability of reach.capabilities) expect(plain.who.capabilities).toContain(capability)
          for (const bank of [reach.writes, ...reach.reads])
            expect(bank).toMatch(name === 'agent' ? /^u\/ann\// : /^(u\/ann\/|w\/acme%2fweb$)/)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a token', () => {
  it('is none that is wrong, cut, of another kind or sent in another way', async () => {
    const key = tokens.get('member') ?? ''
    for (const wrong of ['x', `${OWNER}o`, OWNER.slice(1), key.slice(0, -1), `${key}A`, 'x'.repeat(100_000)])
      expect(await ask(wrong)).toBeUndefined()
    const from = (headers: Record<string, string>, query = '') =>
      authenticate(new Request(`http://127.0.0.1/mcp${query}`, { headers }))
    expect(await from({})).toBeUndefined()
    expect(await from({ authorization: OWNER })).toBeUndefined()
    expect(await from({ authorization: `Basic ${btoa(`:${OWNER}`)}` })).toBeUndefined()
    expect(await from({ cookie: `token=${OWNER}` })).toBeUndefined()
    expect(await from({}, `?token=${OWNER}&access_token=${OWNER}`)).toBeUndefined()
    expect(await from({ authorization: `bearer  ${OWNER} ` })).toMatchObject({ name: 'owner', keyId: null })
  })

  it('of the owner is one of a start: without it nobody is', async () => {
    const none = createAuthenticate({ engine })
    const request = new Request('http://127.0.0.1/', { headers: { authorization: `Bearer ${OWNER}` } })
    expect(await none(request)).toBeUndefined()
  })
})

describe('a server that others can reach', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.test', '127.0.0.1.example.test', ''])(
    'does not start at %s without a key',
    async (host) => {
      const empty = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
      await expect(refuseOpenBind(empty, host)).rejects.toMatchObject({
        code: 'denied',
        hint: expect.stringContaining('recollect key create'),
      })
      await empty.close()
      await refuseOpenBind(engine, host)
    },
  )

  it.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost'])('is none at %s', async (host) => {
    const empty = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
    await refuseOpenBind(empty, host)
    await empty.close()
  })
})
