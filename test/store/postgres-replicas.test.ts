import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { column, get, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type Cluster, findServer, type Standby, startCluster } from '../postgres/cluster.js'
import { describePostgres } from '../postgres/database.js'
import { withSample } from './place.js'

describePostgres('PostgreSQL: reading from standbys', () => {
  let cluster: Cluster
  let standbys: Standby[]
  let store: Store
  /** Moves on when a test says so: what is left out is tried again. */
  let later = 0
  const started = Date.now()
  beforeAll(async () => {
    cluster = await startCluster(findServer() as string)
    standbys = [await cluster.addStandby(), await cluster.addStandby()]
    const url = cluster.url('postgres')
    await (await openPostgres({ url, env: systemEnv(), migrations: withSample })).close()
    await caughtUp()
    const env = { ...systemEnv(), now: () => started + later, random: () => 0 }
    const replicas = standbys.map((standby) => urlOf(standby))
    store = await openPostgres({ url, env, migrations: withSample, replicas })
  }, 60_000)
  afterAll(async () => {
    await store?.close()
    await cluster?.stop()
  })

  const urlOf = ({ port }: Standby) => {
    const url = new URL(cluster.url('postgres'))
    url.port = String(port)
    return url.href
  }
  async function on<T>(url: string, ask: (client: postgres.Sql) => Promise<T>): Promise<T> {
    const client = postgres(url, { max: 1, onnotice: () => undefined })
    try {
      return await ask(client)
    } finally {
      await client.end()
    }
  }
  async function caughtUp(): Promise<void> {
    const [row] = await on(
      cluster.url('postgres'),
      (client) => client`select pg_current_wal_lsn()::text as at`,
    )
    for (const standby of standbys) {
      await on(urlOf(standby), async (client) => {
        for (;;) {
          const [found] = await client`select pg_last_wal_replay_lsn() >= ${row?.['at']}::pg_lsn as is_there`
          if (found?.['is_there'] === true) return
        }
      })
    }
  }
  /** What may lag; all else is the primary's. */
  const lagging = () => store.within({ reads: 'all', writes: [], mayLag: true })
  const tick = () => new Promise((resolve) => setTimeout(resolve, 5))
  const whoReads = () =>
    lagging().query(get<{ port: number }>(sql`select cast(inet_server_port() as bigint) as port`))
  /** Reads until the place of the primary is known well enough, and those that were left out are in again. */
  async function readOnStandby(): Promise<number> {
    const primary = Number(new URL(cluster.url('postgres')).port)
    for (;;) {
      const row = await whoReads()
      if (row?.port !== undefined && row.port !== primary) return row.port
      later += 1_000
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const idsOf = (bank: string) =>
    lagging().query(column<string>(sql`select id from sample where bank = ${bank}`))

  it('says of a standby that is given as the store that it only reads', async () => {
    const url = urlOf(standbys[1] as Standby)
    const alone = await openPostgres({ url, env: systemEnv(), migrations: withSample })
    expect(await alone.query(column<string>(sql`select id from sample where bank = 'nobody'`))).toEqual([])
    const refused = {
      message: expect.stringContaining('the server only reads'),
      hint: expect.stringContaining('primary'),
    }
    await expect(alone.tx(put, 'first', 'a')).rejects.toMatchObject(refused)
    const held = alone.within({ writes: ['first'] })
    await expect(held.tx(put, 'first', 'a')).rejects.toMatchObject(refused)
    await alone.close()
  })

  it('reads from a standby, and writes to the primary', async () => {
    await store.tx(put, 'first', 'a')
    await caughtUp()
    expect(await readOnStandby()).toBe(standbys[0]?.port)
    expect(await idsOf('first')).toEqual(['a'])
    const ports = await lagging().read(function* () {
      const first = yield* get<{ port: number }>(sql`select cast(inet_server_port() as bigint) as port`)
      const second = yield* get<{ port: number }>(sql`select cast(inet_server_port() as bigint) as port`)
      return [first?.port, second?.port]
    })
    expect(ports).toEqual([standbys[0]?.port, standbys[0]?.port])
  })

  it('asks the primary for all that may not lag', async () => {
    await readOnStandby()
    const port = get<{ port: number }>(sql`select cast(inet_server_port() as bigint) as port`)
    const primary = { port: Number(new URL(cluster.url('postgres')).port) }
    expect(await store.query(port)).toEqual(primary)
    const held = store.within({ reads: ['first'], writes: [] })
    expect(
      await held.read(function* () {
        return yield* get(sql`select cast(inet_server_port() as bigint) as port`)
      }),
    ).toEqual(primary)
  })

  it('leaves a standby for the banks of which there was word, until it has what others wrote', async () => {
    await readOnStandby()
    for (const standby of standbys) await on(urlOf(standby), (client) => client`select pg_wal_replay_pause()`)
    const other = await openPostgres({
      url: cluster.url('postgres'),
      env: systemEnv(),
      migrations: withSample,
    })
    await other.within({ writes: ['told'] }).tx(put, 'told', 'a')
    const told = store.within({ reads: ['told'], writes: [], mayLag: true })
    const untold = store.within({ reads: ['untold'], writes: [], mayLag: true })
    const whereFrom = sql`select cast(inet_server_port() as bigint) as port`
    // Its clock stands still: only the word can have told it.
    while ((await told.query(column(sql`select id from sample where bank = 'told'`))).length === 0)
      await tick()
    later += 200
    expect((await untold.query(get<{ port: number }>(whereFrom)))?.port).toBe(standbys[0]?.port)
    await other.close()
    for (const standby of standbys)
      await on(urlOf(standby), (client) => client`select pg_wal_replay_resume()`)
    await caughtUp()
  })

  it('finds what it wrote while no standby has it', async () => {
    await readOnStandby()
    for (const standby of standbys) await on(urlOf(standby), (client) => client`select pg_wal_replay_pause()`)
    for (let i = 0; i < 20; i++) {
      await store.tx(put, 'paused', `${i}`)
      expect(await idsOf('paused')).toHaveLength(i + 1)
      // Also when those that were left out are asked again.
      later += 6_000
      expect(await idsOf('paused')).toHaveLength(i + 1)
    }
    expect((await whoReads())?.port).toBe(Number(new URL(cluster.url('postgres')).port))
    for (const standby of standbys)
      await on(urlOf(standby), (client) => client`select pg_wal_replay_resume()`)
    await caughtUp()
    await readOnStandby()
    expect(await idsOf('paused')).toHaveLength(20)
  })

  it('does not read for ever from a standby that others wrote past', async () => {
    await readOnStandby()
    for (const standby of standbys) await on(urlOf(standby), (client) => client`select pg_wal_replay_pause()`)
    const other = await openPostgres({
      url: cluster.url('postgres'),
      env: systemEnv(),
      migrations: withSample,
    })
    await other.tx(put, 'others', 'a')
    await other.close()
    while ((await idsOf('others')).length === 0) {
      later += 1_000
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const standby of standbys)
      await on(urlOf(standby), (client) => client`select pg_wal_replay_resume()`)
    await caughtUp()
  })

  it('refuses to write in a read there, too', async () => {
    await readOnStandby()
    await expect(lagging().read(put, 'refused', 'a')).rejects.toThrow(TypeError)
    expect(await idsOf('refused')).toEqual([])
  })

  it("passes the body's own error on", async () => {
    await readOnStandby()
    let runs = 0
    const reading = lagging().read(function* () {
      runs += 1
      yield* column(sql`select id from sample where bank = 'none'`)
      throw new RangeError('mine')
    })
    await expect(reading).rejects.toThrow('mine')
    expect(runs).toBe(1)
  })

  it('goes to the next standby, and then to the primary, when they are gone, and back', async () => {
    await readOnStandby()
    await standbys[0]?.end('SIGKILL')
    expect(await idsOf('first')).toEqual(['a'])
    expect(await readOnStandby()).toBe(standbys[1]?.port)
    await standbys[1]?.end('SIGKILL')
    expect(await idsOf('first')).toEqual(['a'])
    expect((await whoReads())?.port).toBe(Number(new URL(cluster.url('postgres')).port))
    for (const standby of standbys) await standby.start()
    later += 6_000
    await caughtUp()
    expect(standbys.map(({ port }) => port)).toContain(await readOnStandby())
  }, 30_000)

  it('does not wait as long as a statement may take for a standby that is silent', async () => {
    await readOnStandby()
    standbys[0]?.freeze()
    expect(await idsOf('first')).toEqual(['a'])
    standbys[0]?.thaw()
  }, 15_000)

  it('reads from standbys while the primary is away', async () => {
    await readOnStandby()
    await cluster.server.end('SIGQUIT')
    later += 6_000
    while (!(await idsOf('first').catch((): string[] => [])).includes('a')) later += 1_000
    await cluster.server.start()
    await store.tx(put, 'first', 'b')
    expect(await idsOf('first')).toHaveLength(2)
  }, 30_000)
})

function* put(bank: string, id: string): Tx<void> {
  yield* run(sql`insert into sample (bank, id) values (${bank}, ${id})`)
}
