import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { type Engine, keyringOf } from '../../src/engine.js'
import { openMemory, restoreBackup } from '../../src/index.js'
import { hashOfSecret, isSameSecret, readKeyToken } from '../../src/keys/key-token.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { STORE_BANK } from '../../src/reach.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { all } from '../../src/store/statement.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { archiveOf } from '../transfer/stores.js'

const owner = (engine: Engine) => engine.as({ user: 'me', administrator: true })
const open = (options: MemoryOptions) =>
  openMemory({ durability: 'normal', zone: 'UTC', embedder: 'off', ...options })

describe('keys on SQLite', () => keysOn(async () => ({ home: await temporaryFolder() })))
describePostgres('keys on PostgreSQL', () => keysOn(async () => ({ store: await newDatabase() })))

function keysOn(place: () => Promise<MemoryOptions>): void {
  it('open while they hold, and nothing from the moment of their revocation on, in any process', async () => {
    const options = await place()
    const env = clock()
    const one = await open({ ...options, env })
    const other = await open({ ...options, env })
    const made = await owner(one).keyCreate({ name: 'laptop', for: 'ann', workspaces: ['acme/web', '小屋'] })
    expect(made).toMatchObject({
      name: 'laptop',
      user: 'ann',
      role: 'member',
      workspaces: ['acme/web', '小屋'],
      state: 'usable',
      lastUsedAt: null,
      expiresAt: '2026-06-30T12:00:00Z',
    })
    for (const engine of [one, other])
      expect(await keyringOf(engine).open(made.key)).toMatchObject({ id: made.id, user: 'ann' })
    expect(await keyringOf(other).hasUsable()).toBe(true)
    await owner(one).keyRevoke({ which: 'laptop' })
    for (const engine of [one, other]) expect(await keyringOf(engine).open(made.key)).toBeUndefined()
    expect(await keyringOf(other).hasUsable()).toBe(false)

    const brief = await owner(one).keyCreate({ name: 'laptop', role: 'reader', expires: '12h' })
    env.pass(12 * 3_600_000 - 1)
    expect(await keyringOf(other).open(brief.key)).toMatchObject({ id: brief.id })
    env.pass(1)
    expect(await keyringOf(other).open(brief.key)).toBeUndefined()
    expect(await keyringOf(other).hasUsable()).toBe(false)
    await one.close()
    await other.close()
    const log = (await storeLog(options)).map(({ operation, actor, ids }) => [
      operation,
      actor,
      JSON.parse(ids),
    ])
    expect(log).toEqual([
      ['key.create', 'administrator:me', [made.id]],
      ['key.revoke', 'administrator:me', [made.id]],
      ['key.create', 'administrator:me', [brief.id]],
      ['key.open', 'administrator:server for the store', [made.id]],
      ['key.open', 'administrator:server for the store', [made.id, brief.id]],
    ])
  })

  it('are listed page by page without a secret, and tell their last use once a minute', async () => {
    const options = await place()
    const env = clock()
    const engine = await open({ ...options, env })
    const made = []
    for (const name of ['b', 'a', 'c']) {
      env.pass(1)
      made.push(await owner(engine).keyCreate({ name }))
    }
    const [first, second, third] = made
    const page = await owner(engine).keyList({ limit: 2 })
    expect(page.keys.map(({ name }) => name)).toEqual(['b', 'a'])
    const rest = await owner(engine).keyList({ limit: 2, after: page.next ?? '' })
    expect(rest).toMatchObject({ keys: [{ id: third?.id }], next: null })
    // The secret may hold the character that parts it from the id.
    const secret = first?.key.split('_').slice(2).join('_')
    expect(secret).toHaveLength(43)
    expect(JSON.stringify([page, rest])).not.toContain(secret)

    const used = env.now()
    for (let i = 0; i < 50; i++) await keyringOf(engine).open(second?.key ?? '')
    env.pass(59_999)
    await keyringOf(engine).open(second?.key ?? '')
    await engine.close()
    const again = await open({ ...options, env })
    const listed = (await owner(again).keyList({})).keys.map(({ lastUsedAt }) => lastUsedAt)
    expect(listed).toEqual([null, new Date(used).toISOString(), null])
    await again.close()
  })

  it('are made for nobody who could not come in, and open no more than who makes them may', async () => {
    const engine = await open(await place())
    const memory = owner(engine)
    await memory.keyCreate({ name: 'taken' })
    const refused: readonly [string, object][] = [
      ['conflict', { name: 'taken' }],
      ['invalid_input', { name: 'a\u0007b' }],
      ['invalid_input', { name: 'x', for: 'a\nb' }],
      ['invalid_input', { name: 'x', workspaces: ['a\u0000b'] }],
      ['invalid_input', { name: 'x', role: 'reader', capabilities: ['memory.write'] }],
      ['invalid_input', { name: 'x', capabilities: ['admin'] }],
      ['invalid_input', { name: 'x', role: 'reader', agentForgets: true }],
      ['invalid_input', { name: 'x', role: 'administrator', agent: 'bot' }],
      ['invalid_input', { name: 'x', role: 'administrator', workspaces: ['w'] }],
      ['invalid_input', { name: 'x', expires: '2001-01-01' }],
      ['invalid_input', { name: 'x', expires: '0d' }],
    ]
    for (const [code, input] of refused)
      await expect(memory.keyCreate(input as never), JSON.stringify(input)).rejects.toMatchObject({ code })
    const narrow = engine.as({ user: 'me', administrator: true, capabilities: ['admin', 'memory.read'] })
    await expect(narrow.keyCreate({ name: 'wide' })).rejects.toMatchObject({ code: 'denied' })
    await narrow.keyCreate({ name: 'no wider', role: 'administrator', capabilities: ['memory.read'] })
    await expect(engine.as({ user: 'ann' }).keyCreate({ name: 'mine' })).rejects.toMatchObject({
      code: 'denied',
    })
    await expect(memory.keyRevoke({ which: 'nobody' })).rejects.toMatchObject({ code: 'not_found' })
    await engine.close()
  })
}

it('leaves of a key whose name is forgotten an id and times, and nothing of its secret anywhere', async () => {
  const home = await temporaryFolder()
  const engine = await open({ home })
  const name = 'Zuleika and her purple notebook'
  const made = await owner(engine).keyCreate({ name, for: 'ann', agent: 'purple-agent-of-hers' })
  await keyringOf(engine).open(made.key)
  expect(bytesOf(home)).toContain(name)
  const revoked = await owner(engine).keyRevoke({ which: made.id, forget: true })
  expect(revoked).toMatchObject({ ids: [made.id], proof: { state: 'physical' } })
  expect(await keyringOf(engine).open(made.key)).toBeUndefined()
  expect((await owner(engine).keyList({ all: true })).keys).toMatchObject([
    { id: made.id, name: null, user: null, agent: null, state: 'revoked' },
  ])
  await engine.close()
  const { secret = '' } = readKeyToken(made.key) ?? {}
  for (const gone of [name, 'purple-agent-of-hers', secret]) expect(bytesOf(home)).not.toContain(gone)
})

it('keeps keys out of archives, and who was revoked out after a restore', async () => {
  const home = await temporaryFolder()
  const file = join(await temporaryFolder(), 'memory.backup')
  const engine = await open({ home })
  const kept = await owner(engine).keyCreate({ name: 'a key that is kept', for: 'ann' })
  const lost = await owner(engine).keyCreate({ name: 'a key that is lost', for: 'ann' })
  await owner(engine).backup({ file })
  await owner(engine).keyRevoke({ which: 'a key that is lost' })
  const since = await owner(engine).keyCreate({ name: 'a key made since', for: 'ann' })
  const archive = (await archiveOf(engine)).join('')
  for (const found of ['a key that', kept.id, Buffer.from(hashOf(kept.key)).toString('base64')])
    expect(archive).not.toContain(found)
  await restoreBackup({ home, file })
  for (const [key, id] of [
    [kept.key, kept.id],
    [lost.key, undefined],
    [since.key, since.id],
  ] as const)
    expect((await keyringOf(engine).open(key))?.id).toBe(id)
  await engine.close()

  // On a machine that never had this memory, its keys are the backup's.
  const elsewhere = await temporaryFolder()
  await (await open({ home: elsewhere })).close()
  await restoreBackup({ home: elsewhere, file })
  const moved = await open({ home: elsewhere })
  expect(await keyringOf(moved).open(kept.key)).toMatchObject({ id: kept.id })
  await moved.close()
})

it('takes nothing for a key but a key', () => {
  const [id, secret] = ['0123456789abcdef', 'A'.repeat(43)]
  expect(readKeyToken(`rk_${id}_${secret}`)).toEqual({ id, secret })
  for (const wrong of [
    '',
    'rk_',
    `rk_${id}_${secret}A`,
    `rk_${id}_${secret.replace('A', '=')}`,
    `rk_${id.toUpperCase()}_${secret}`,
    ` rk_${id}_${secret}`,
    `rk_${id}_${secret}\n`,
  ])
    expect(readKeyToken(wrong), wrong).toBeUndefined()
  const hash = hashOfSecret(secret)
  expect(isSameSecret(hash, secret)).toBe(true)
  // The last of 43 characters holds two bits that no byte needs: it counts all the same.
  for (const near of [`${secret}A`, `B${secret.slice(1)}`, `${secret.slice(1)}B`, ''])
    expect(isSameSecret(hash, near), near).toBe(false)
})

it('writes one row a minute of those who guess, however many', async () => {
  const home = await temporaryFolder()
  const env = clock()
  const engine = await open({ home, env })
  const { key } = await owner(engine).keyCreate({ name: 'laptop' })
  const keyring = keyringOf(engine)
  await keyring.open('guess')
  await keyring.flush()
  for (let i = 0; i < 200; i++) await keyring.open(key.replace(/.{43}$/, String(i).padStart(43, 'x')))
  for (let i = 0; i < 100; i++) await keyring.open(`rk_${String(i).padStart(16, '0')}_${'x'.repeat(43)}`)
  await engine.close()
  const rows = (await storeLog({ home })).filter(({ operation }) => operation === 'key.open')
  expect(rows.map(({ outcome, counts }) => [outcome, JSON.parse(counts)])).toEqual([
    ['denied', { unknown: 1, ids: 0 }],
    ['denied', { wrong: 200, unknown: 100, ids: 1 }],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/guess|xxx/)
})

interface LogRow {
  readonly operation: string
  readonly actor: string
  readonly outcome: string
  readonly ids: string
  readonly counts: string
}

/** The log of the store, oldest first. */
async function storeLog({ home, store: postgres }: MemoryOptions): Promise<LogRow[]> {
  const env = systemEnv()
  const store =
    postgres === undefined
      ? await openSqlite({ file: storeFile(home ?? ''), env })
      : await openPostgres({ url: postgres, env })
  const rows = await store.query(
    all<LogRow>(sql`
      select operation, actor, outcome, ids, counts from audit where bank = ${STORE_BANK} order by seq`),
  )
  await store.close()
  return rows
}

/** A clock that a test moves. */
function clock(): Env & { pass(ms: number): void } {
  let now = Date.parse('2026-04-01T12:00:00Z')
  return {
    ...systemEnv(),
    now: () => now,
    pass: (ms) => {
      now += ms
    },
  }
}

function bytesOf(home: string): string {
  return readdirSync(home)
    .map((name) => readFileSync(join(home, name), 'latin1'))
    .join('')
}

function hashOf(key: string): Uint8Array {
  return hashOfSecret(readKeyToken(key)?.secret ?? '')
}
