import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { type Engine, keyringOf, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { type Cluster, findServer, type Standby, startCluster } from '../postgres/cluster.js'
import { describePostgres } from '../postgres/database.js'

describePostgres('what a standby that lags behind may not answer', () => {
  let cluster: Cluster
  let standby: Standby
  let replica: string
  /** Reads from the standby. Its clock stands still, so that nothing is found because time has passed. */
  let reader: Engine
  /** Another process, as far as the reader knows. */
  let other: Engine
  beforeAll(async () => {
    cluster = await startCluster(findServer() as string)
    standby = await cluster.addStandby()
    const store = cluster.url('postgres')
    const at = new URL(store)
    at.port = String(standby.port)
    replica = at.href
    const usual = { store, zone: 'UTC', embedder: 'off' } as const
    other = await openMemory({ ...usual, home: await temporaryFolder() })
    const started = Date.now()
    const env: Env = { ...systemEnv(), now: () => started }
    reader = await openMemory({ ...usual, home: await temporaryFolder(), replicas: [replica], env })
  }, 60_000)
  afterAll(async () => {
    await reader?.close()
    await other?.close()
    await cluster?.stop()
  })

  async function onStandby(ask: (client: postgres.Sql) => Promise<postgres.Row[]>): Promise<postgres.Row[]> {
    const client = postgres(replica, { max: 1, onnotice: () => undefined })
    try {
      return await ask(client)
    } finally {
      await client.end()
    }
  }
  const tick = () => new Promise((resolve) => setTimeout(resolve, 5))
  const texts = async (user: string, question: string) =>
    (await reader.as({ user }).search({ question })).hits.map(({ text }) => text)
  /** Until the standby has all that was written, and the reader asks it. */
  async function readingThere(): Promise<void> {
    const client = postgres(cluster.url('postgres'), { max: 1 })
    const [row] = await client`select pg_current_wal_flush_lsn()::text as at`
    await client.end()
    const isThere = (client: postgres.Sql) => client`
      select pg_last_wal_replay_lsn() >= ${row?.['at']}::pg_lsn
        and exists (select from pg_stat_activity where application_name = 'recollect') as is_there`
    while ((await onStandby(isThere))[0]?.['is_there'] !== true) {
      await texts('nobody', 'is anybody there?')
      await tick()
    }
  }
  const pause = () => onStandby((client) => client`select pg_wal_replay_pause()`)
  const resume = () => onStandby((client) => client`select pg_wal_replay_resume()`)

  it('whether a key opens: one that another process revoked is shut out at once', async () => {
    const admin = other.as({ user: 'me', administrator: true })
    const { key, id } = await admin.keyCreate({ name: 'phone', for: 'ann' })
    await readingThere()
    expect(await keyringOf(reader).open(key)).toMatchObject({ name: 'phone' })
    await pause()
    await admin.keyRevoke({ which: id })
    expect(await keyringOf(reader).open(key)).toBeUndefined()
    expect(await keyringOf(reader).hasUsable()).toBe(false)
    const late = await admin.keyCreate({ name: 'laptop', for: 'ann' })
    expect(await keyringOf(reader).open(late.key)).toMatchObject({ name: 'laptop' })
    expect((await reader.as({ user: 'me', administrator: true }).keyList({})).keys).toHaveLength(1)
    await resume()
  })

  it('whether a call was made before: a key that another process took is known at once', async () => {
    const options = { idempotencyKey: 'f0e1' }
    await readingThere()
    await pause()
    const input = { text: 'The kiln fires at eight' }
    const first = await other.as({ user: 'ann' }).capture(input, options)
    expect(await reader.as({ user: 'ann' }).capture(input, options)).toEqual(first)
    await resume()
  })

  it('what was forgotten, as soon as there was word of it; and nobody comes in while the primary is away', async () => {
    const { id } = await other.as({ user: 'ann' }).capture({ text: 'The safe opens with 4711' })
    await readingThere()
    expect(await texts('ann', 'safe')).toEqual(['The safe opens with 4711'])
    await pause()
    await other.as({ user: 'ann' }).forget({ id })
    // The word is on its way; its clock stands still, so that nothing but the word can have told the reader.
    while ((await texts('ann', 'safe')).length > 0) await tick()
    await cluster.server.end('SIGINT')
    const refused = { code: 'store_failed' }
    await expect(keyringOf(reader).hasUsable()).rejects.toMatchObject(refused)
    await expect(texts('ann', 'safe')).rejects.toMatchObject(refused)
    await cluster.server.start()
    await resume()
  }, 60_000)
})
