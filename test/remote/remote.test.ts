import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { type MemoryOptions, openMemory, type RemoteProvider, type RemoteSetting } from '../../src/index.js'
import { atTerminal } from '../cli/at-terminal.js'
import { temporaryFolder } from '../open-spine.js'
import { steadyEnv } from '../transfer/stores.js'
import { serverThat, telling } from './server.js'

const SECRET = 'the vault opens at noon'

async function opened(remotes: readonly RemoteSetting[], more: MemoryOptions = {}) {
  const env = steadyEnv()
  const home = await temporaryFolder()
  const engine = await openMemory({ home, embedder: 'off', zone: 'UTC', env, remotes, ...more })
  return { engine, env, home, me: engine.as({}) }
}

const provider = (recall: RemoteProvider['recall'], more: Partial<RemoteProvider> = {}): RemoteProvider => ({
  name: 'own',
  kinds: ['conversation'],
  users: 'all',
  recall,
  ...more,
})

it('asks another Recollect by the protocol of docs/remote.md, and says of each memory where it comes from', async () => {
  vi.stubEnv('TEAM_TOKEN', 'abc')
  const { url, asked } = await serverThat(
    telling(
      { id: '17', kind: 'conversation', text: 'We use Postgres', at: '2026-03-31T00:00:00Z', score: 0.4 },
      { kind: 'profile', text: 'Ann knows databases', score: 7 },
      { kind: 'gossip', text: 'left out' },
      { kind: 'profile', text: '  ' },
      null,
    ),
  )
  const { engine, me } = await opened([{ name: 'team', url: `${url}/base/`, tokenEnv: 'TEAM_TOKEN' }])
  const { snippets, missing } = await me.remoteRecall({ question: 'which database?', limit: 5 })
  const [page = ''] = readFileSync(join(import.meta.dirname, '../../docs/remote.md'), 'utf8').match(
    /\{"version":1,"question".*/,
  ) ?? ['']
  expect(asked).toEqual([
    { method: 'POST', path: '/base/v1/remote/recall', authorization: 'Bearer abc', body: page },
  ])
  expect(missing).toEqual([])
  const host = new URL(url).host
  expect(snippets).toMatchObject([
    { provider: 'team', host, id: null, kind: 'profile', score: 1, isOwnScore: true, trust: 'untrusted' },
    { provider: 'team', host, id: '17', kind: 'conversation', at: '2026-03-31T00:00:00Z', score: 0.4 },
  ])
  expect(snippets).toHaveLength(2)
  vi.stubEnv('TEAM_TOKEN', '')
  const without = await me.remoteRecall({ question: 'and now?' })
  expect(without.missing[0]?.reason).toContain('TEAM_TOKEN is not set')
  expect(asked).toHaveLength(1)
  vi.unstubAllEnvs()
  await engine.close()
})

it('asks any other service by an address and a mapping, which escape what is asked', async () => {
  const { url, asked } = await serverThat((response, { method }) => {
    response.end(
      JSON.stringify({
        data: { hits: [{ m: { body: `We use Postgres, says ${method}` }, when: 1_775_044_800_000, key: 9 }] },
      }),
    )
  })
  const map = { list: 'data.hits', text: 'm.body', id: 'key', at: 'when', score: '__proto__.x' }
  const { engine, me } = await opened([
    { name: 'get', url: `${url}/find?q={question}&n={limit}`, map },
    { name: 'posted', url: `${url}/find`, body: { q: ['{question}'], n: '{limit}' }, map },
  ])
  const question = 'Postgres &n=9#x\\ "y"/../{limit}'
  const { snippets } = await me.remoteRecall({ question, limit: 3 })
  expect(snippets.map(({ provider: from, id }) => [from, id])).toEqual([
    ['get', '9'],
    ['posted', '9'],
  ])
  const [got, posted] = [...asked].sort((a, b) => (a.method < b.method ? -1 : 1))
  expect(new URL(got?.path ?? '', url).searchParams.get('q')).toBe(question)
  expect(got?.path).toMatch(/^\/find\?q=[^&#]+&n=3$/)
  expect(JSON.parse(posted?.body ?? '')).toEqual({ q: [question], n: 3 })
  await engine.close()
})

it('scores what comes without a score by words and age, and drops what matches nothing', async () => {
  const { engine, me } = await opened([
    provider(async () => [
      { text: 'Postgres holds the orders', at: '2026-03-02T12:00:00Z' },
      { text: 'The orders are many' },
      { text: 'Something else' },
    ]),
  ])
  const { snippets } = await me.remoteRecall({ question: 'orders Postgres' })
  expect(snippets.map(({ score }) => score)).toEqual([0.85 + 0.15 / 2, 0.85 / 2])
  expect(await me.remoteRecall({ question: 'weather' })).toEqual({
    snippets: [],
    missing: [{ provider: 'own', reason: 'it knows nothing that matches' }],
  })
  await engine.close()
})

it('tells nothing but the reason where a service lies, hangs, drips, redirects or is away', async () => {
  const servers: readonly (readonly [(response: ServerResponse) => void, RegExp])[] = [
    [(response) => response.end('<html>'), /no JSON/],
    [(response) => response.end('{"version":1,"memories":{"text":"x"}}'), /no list/],
    [telling({ words: SECRET }, 17), /nothing in its answer/],
    [(response) => response.end('{"version":2,"memories":[]}'), /another version/],
    [(response) => response.end('[]'), /another version/],
    [(response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), /elsewhere/],
    [(response) => response.writeHead(401).end(SECRET), /refuses the token \(401\)/],
    [(response) => response.writeHead(500).end(SECRET), /status 500/],
    [(response) => response.end(`"${'x'.repeat(1_000_001)}"`), /larger than/],
    [(response) => response.socket?.destroy(), /no answer \(/],
    [() => undefined, /within 40 ms/],
    [
      (response) => {
        response.write('{"version":1,')
        const drip = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(drip))
      },
      /within 40 ms/,
    ],
  ]
  const remotes = await Promise.all(
    servers.map(async ([answers], index) => {
      const { url } = await serverThat(answers)
      return { name: `n${String(index).padStart(2, '0')}`, url, timeoutMs: index < 10 ? 2_000 : 40 }
    }),
  )
  const never = provider(() => new Promise(() => undefined), { name: 'z1', timeoutMs: 10 })
  const throws = provider(() => Promise.reject(new Error(SECRET)), { name: 'z2' })
  const { engine, me } = await opened([...remotes, never, throws])
  const { snippets, missing } = await me.remoteRecall({ question: SECRET })
  expect(snippets).toEqual([])
  const wanted = [...servers.map(([, reason]) => reason), /within 10 ms/, /^it failed$/]
  expect(missing).toHaveLength(wanted.length)
  for (const [index, reason] of wanted.entries()) expect(missing[index]?.reason).toMatch(reason)
  expect(JSON.stringify(missing)).not.toContain(SECRET)
  await engine.close()
})

it('leaves a service alone for a minute that failed three times, and keeps answers for as long', async () => {
  let calls = 0
  let isWell = false
  const { engine, env, me } = await opened([
    provider(async () => {
      calls += 1
      if (!isWell) throw new Error('away')
      return [{ text: 'found', score: 1 }]
    }),
  ])
  for (let n = 0; n < 5; n++) await me.remoteRecall({ question: 'q' })
  expect(calls).toBe(3)
  expect((await me.remoteList({})).remotes[0]).toMatchObject({ state: 'resting', host: null })
  isWell = true
  env.advance(60_000)
  for (let n = 0; n < 3; n++) expect((await me.remoteRecall({ question: 'q' })).snippets).toHaveLength(1)
  expect(calls).toBe(4)
  expect((await me.remoteList({})).remotes[0]).toMatchObject({ state: 'ready', restsUntil: null })
  env.advance(60_000)
  await me.remoteRecall({ question: 'q' })
  expect(calls).toBe(5)
  await engine.close()
})

it('asks for those users alone whose it is, keeps their answers apart, and not where others read along', async () => {
  const told: string[] = []
  const { engine } = await opened([
    provider(async (question) => [{ text: `${question} ${told.push(question)}`, score: 1 }], {
      users: ['ann', 'bob'],
    }),
  ])
  const texts = async (who: Parameters<typeof engine.as>[0]) =>
    (await engine.as(who).remoteRecall({ question: 'q' })).snippets.map(({ text }) => text)
  expect(await texts({ user: 'ann' })).toEqual(['q 1'])
  expect(await texts({ user: 'bob' })).toEqual(['q 2'])
  expect(await texts({ user: 'ann', agent: 'helper' })).toEqual(['q 1'])
  expect(await texts({ user: 'cem' })).toEqual([])
  expect(await texts({ user: 'ann', workspace: 'acme/web' })).toEqual([])
  expect(await texts({ user: 'ann', workspace: 'acme/web', readsMain: true })).toEqual(['q 3'])
  expect((await engine.as({ user: 'cem' }).remoteList({})).remotes[0]?.state).toBe('not_yours')
  await engine.close()
})

it('writes nothing of it', async () => {
  const { engine, home, me } = await opened([provider(async () => [{ text: SECRET, score: 1 }])])
  await me.capture({ text: 'mine' })
  const before = await me.stats({})
  expect((await me.remoteRecall({ question: `is it true that ${SECRET}?` })).snippets).toHaveLength(1)
  expect(await me.stats({})).toEqual(before)
  expect((await me.search({ question: 'vault' })).hits).toEqual([])
  await engine.close()
  const bytes = Buffer.concat(
    readdirSync(home, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [readFileSync(join(home, entry.name))] : [],
    ),
  )
  expect(bytes.includes('mine')).toBe(true)
  expect(bytes.includes(SECRET)).toBe(false)
})

it('takes settings from the program or the home folder, and refuses what gives a secret away', async () => {
  const home = await temporaryFolder()
  const { url } = await serverThat(telling({ text: 'We deploy on Fridays', kind: 'conversation', id: 'a1' }))
  const write = (remotes: unknown) => writeFileSync(join(home, 'config.json'), JSON.stringify({ remotes }))
  write([{ name: 'team', url, kinds: ['conversation'] }])
  const at = (...words: string[]) => atTerminal(['--home', home, ...words])
  expect((await at('remote', 'list')).out).toMatch(/^team: 127\.0\.0\.1:\d+ · conversation · ready\n$/)
  const { out } = await at('remote', 'recall', 'when', 'do', 'we', 'deploy?')
  expect(out).toMatch(
    /^We deploy on Fridays\n +team at 127\.0\.0\.1:\d+ · conversation · score 0\.85 · a1\n$/,
  )
  for (const wrong of [
    { name: 'x', url: 'http://memory.example.org' },
    { name: 'x', url: 'https://ann:secret@memory.example.org' },
    { name: 'x', url: 'file:///etc/passwd' },
    { name: 'x', url, token: 'secret' },
    { name: 'x', url, tokenEnv: 'secret-token' },
    { name: 'x', url, map: { text: 'text' } },
    { name: 'X Y', url },
  ]) {
    write([wrong])
    const { code, notes } = await at('remote', 'list')
    expect(code, JSON.stringify(wrong)).toBe(2)
    expect(notes).toMatch(/remotes\[0\][.a-zA-Z]* in config\.json/)
    expect(notes).not.toContain('secret')
  }
})
