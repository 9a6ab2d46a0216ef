import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Engine, openMemory } from '../../src/engine.js'
import { MemoryError } from '../../src/errors.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import { serveHttp } from '../../src/http/serve-http.js'
import { newOwnerToken } from '../../src/http/server-file.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { column, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type Between, startBetween } from '../postgres/between.js'
import { type Cluster, findServer, startCluster } from '../postgres/cluster.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { withSample } from './place.js'

/** By each of six writers. */
const EACH = 15

const DURABLE = ['fsync=on', 'full_page_writes=on', 'shared_buffers=32MB']

describePostgres('PostgreSQL: a server that fails', () => {
  let cluster: Cluster
  const engines: Engine[] = []
  beforeAll(async () => {
    cluster = await startCluster(findServer() as string, DURABLE)
    for (let i = 0; i < 3; i++)
      engines.push(
        await openMemory({ store: cluster.url('postgres'), embedder: 'off', busyTimeoutMs: 4_000 }),
      )
  }, 120_000)
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    await cluster?.stop()
  }, 30_000)

  /** Saves so many, each until it is acknowledged, with a key of its own; answers the ids in their order. */
  async function write(engine: Engine, name: string, count: number, seen: Set<string>): Promise<string[]> {
    const memory = engine.as({ user: 'ann' })
    const ids: string[] = []
    while (ids.length < count) {
      const i = ids.length
      try {
        const { id } = await memory.capture({ text: `${name} says ${i}` }, { idempotencyKey: `${name}-${i}` })
        ids.push(id)
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error
        seen.add(error.code)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    return ids
  }

  /** Writes from all sides while something happens to the server; nothing may be missing or there twice. */
  async function writeThrough(name: string, trouble: () => Promise<void>): Promise<Set<string>> {
    const seen = new Set<string>()
    const writing = engines.flatMap((engine, i) =>
      [0, 1].map((j) => write(engine, `${name} ${i} ${j}`.replaceAll(' ', '-'), EACH, seen)),
    )
    await trouble()
    const acknowledged = (await Promise.all(writing)).flat()
    const found = await savedTexts(cluster.url('postgres'), name)
    expect(found).toHaveLength(6 * EACH)
    expect(new Set(found.map(({ body }) => body)).size).toBe(6 * EACH)
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(acknowledged))
    return seen
  }

  it.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)(
    'loses nothing acknowledged and doubles nothing when it is ended by %s and starts again, twice',
    async (signal) => {
      await writeThrough(`ended${signal}`, async () => {
        for (let round = 0; round < 2; round++) {
          await new Promise((resolve) => setTimeout(resolve, 150))
          await cluster.server.end(signal)
          await cluster.server.start()
        }
      })
    },
    120_000,
  )

  it('waits for a server that was frozen for some seconds, or says that it is busy', async () => {
    const seen = await writeThrough('frozen', async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      cluster.server.freeze()
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      cluster.server.thaw()
    })
    expect(['store_busy', 'store_failed']).toEqual(expect.arrayContaining([...seen]))
  }, 120_000)

  it('tells callers while it is away, soon, and works again without being opened anew', async () => {
    const engine = engines[0] as Engine
    const owner = newOwnerToken(systemEnv())
    const server = await serveHttp({
      engine,
      port: 0,
      authenticate: createAuthenticate({ engine, owner: { token: owner } }),
      log: () => undefined,
    })
    const statusOf = async (path: string) =>
      (await fetch(server.url + path, { headers: { authorization: `Bearer ${owner}` } })).status
    expect(await statusOf('/ready')).toBe(200)
    await cluster.server.end('SIGQUIT')
    const told = await engine
      .as({ user: 'ann' })
      .capture({ text: 'away' })
      .catch((error) => error)
    expect(told).toMatchObject({ name: 'MemoryError', code: 'store_failed', hint: /server/ })
    expect(await statusOf('/health')).toBe(200)
    expect(await statusOf('/ready')).toBeGreaterThanOrEqual(500)
    await cluster.server.start()
    await engine.as({ user: 'ann' }).capture({ text: 'back' })
    expect(await statusOf('/ready')).toBe(200)
    await server.close()
  }, 120_000)
})

describePostgres('PostgreSQL: a connection that is cut', () => {
  let between: Between
  let store: Store
  beforeAll(async () => {
    between = await startBetween(await newDatabase())
    store = await openPostgres({ url: between.url, env: systemEnv(), migrations: withSample, poolSize: 2 })
  })
  afterAll(async () => {
    await store.close()
    await between.close()
  })
  const idsOf = (bank: string) => store.query(column<string>(sql`select id from sample where bank = ${bank}`))
  function* put(bank: string, id: string): Tx<void> {
    yield* run(sql`insert into sample /* cut here */ (bank, id) values (${bank}, ${id})`)
    yield* run(sql`update sample /* or here */ set n = 1 where bank = ${bank}`)
  }

  describe.each(['before', 'after'] as const)('%s it reaches the server', (lost) => {
    it.each([
      ['the begin', 'begin isolation'],
      ['the lock of the bank', 'for update'],
      ['a statement', 'cut here'],
      ['a later statement', 'or here'],
    ])('runs again when %s is lost', async (name, words) => {
      const bank = `${lost} ${name}`.replaceAll(' ', '-')
      // Prepared statements go by their numbers: on new connections they are sent with their words.
      const fresh = await openPostgres({ url: between.url, env: systemEnv(), migrations: withSample })
      const cuts = between.cuts
      between.cut(words, lost)
      await fresh.within({ writes: [bank] }).tx(put, bank, 'a')
      expect(between.cuts).toBe(cuts + 1)
      expect(await idsOf(bank)).toEqual(['a'])
      await fresh.close()
    })

    it('says that it may or may not be there when the commit is lost, and does not repeat it', async () => {
      const bank = `${lost}-commit`
      const fresh = await openPostgres({ url: between.url, env: systemEnv(), migrations: withSample })
      between.cut(LAST_WORDS, lost)
      let runs = 0
      const writing = fresh.within({ writes: [bank] }).tx(function* () {
        runs += 1
        yield* put(bank, 'a')
      })
      await expect(writing).rejects.toMatchObject({ code: 'store_failed', message: /may or may not/ })
      expect(runs).toBe(1)
      expect(await idsOf(bank)).toEqual(lost === 'before' ? [] : ['a'])
      await fresh.close()
    })

    it('has its effect once when the caller repeats it with its key', async () => {
      const cutting = await startBetween(await newDatabase())
      const engine = await openMemory({ store: cutting.url, embedder: 'off' })
      const memory = engine.as({ user: 'ann' })
      cutting.cut(LAST_WORDS, lost)
      const say = () => memory.capture({ text: 'only once' }, { idempotencyKey: 'the-key' })
      await expect(say()).rejects.toMatchObject({ message: /may or may not/ })
      const { id } = await say()
      expect((await say()).id).toBe(id)
      expect(await savedTexts(cutting.url, 'only once')).toHaveLength(1)
      await engine.close()
      await cutting.close()
    })
  })
})

/** Of the statement that goes along with the commit of a body that writes. */
const LAST_WORDS = 'update bank_rows'

async function savedTexts(url: string, start: string): Promise<{ id: string; body: string }[]> {
  const client = postgres(url, { max: 1 })
  try {
    return await client.begin(async (transaction) => {
      await transaction`select set_config('recollect.reads', '*', true)`
      return transaction<{ id: string; body: string }[]>`
        select item_id as id, body from item_text where starts_with(body, ${start})`
    })
  } finally {
    await client.end()
  }
}
