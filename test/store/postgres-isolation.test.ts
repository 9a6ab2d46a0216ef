import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { alt, sql } from '../../src/store/sql.js'
import { all, batch, column, get, run, type Stmt, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { withSample } from './place.js'

describePostgres('PostgreSQL: transactions that meet', () => {
  let url: string
  let store: Store
  /** Somebody else on the same server, who does what our transactions cannot: wait. */
  let other: postgres.Sql
  beforeAll(async () => {
    url = await newDatabase()
    store = await openPostgres({ url, env: systemEnv(), migrations: withSample })
    other = postgres(url, { max: 2, onnotice: () => undefined })
  })
  afterAll(async () => {
    await store.close()
    await other.end()
  })

  it('runs a body again that another transaction spoiled', async () => {
    await store.tx(put, 'spoiled', 1)
    const holder = await other.reserve()
    await holder`begin isolation level serializable`
    await holder`update sample set n = 10 where bank = 'spoiled'`
    let runs = 0
    const writing = store.tx(function* () {
      runs += 1
      const row = yield* get<{ n: number }>(sql`select n from sample where bank = 'spoiled'`)
      yield* run(sql`update sample set n = ${(row?.n ?? 0) + 1} where bank = 'spoiled'`)
    })
    await untilSomebodyWaits(other)
    await holder`commit`
    holder.release()
    await writing
    expect(runs).toBe(2)
    expect(await numbers(store, 'spoiled')).toEqual([11])
  })

  it('gives up with store_busy when a lock is held too long', async () => {
    await store.tx(put, 'locked', 1)
    const hasty = await openPostgres({ url, env: systemEnv(), migrations: withSample, busyTimeoutMs: 50 })
    const holder = await other.reserve()
    await holder`begin`
    await holder`update sample set n = 2 where bank = 'locked'`
    const writing = hasty.tx(function* () {
      yield* run(sql`update sample set n = 3 where bank = 'locked'`)
    })
    await expect(writing).rejects.toMatchObject({ name: 'MemoryError', code: 'store_busy' })
    await holder`rollback`
    holder.release()
    await hasty.close()
    expect(await numbers(store, 'locked')).toEqual([1])
  })

  it('says conflict at once for a key that is taken, where no race can be', async () => {
    await store.tx(put, 'taken', 1)
    let runs = 0
    const writing = store.tx(function* () {
      runs += 1
      yield* put('taken', 2)
    })
    await expect(writing).rejects.toMatchObject({ code: 'conflict' })
    expect(runs).toBe(1)
  })

  it('lets more transactions in than it has connections', async () => {
    const narrow = await openPostgres({ url, env: systemEnv(), migrations: withSample, poolSize: 2 })
    await Promise.all(Array.from({ length: 40 }, (_, i) => narrow.tx(put, `narrow ${i}`, i)))
    const sum = sql`select cast(sum(n) as bigint) from sample where bank like 'narrow %'`
    expect(await narrow.query(column(sum))).toEqual([780])
    await narrow.close()
  })
})

describePostgres('PostgreSQL: connections that are lost', () => {
  let url: string
  let store: Store
  let other: postgres.Sql
  beforeAll(async () => {
    url = await newDatabase()
    store = await openPostgres({ url, env: systemEnv(), migrations: withSample, poolSize: 3 })
    other = postgres(url, { max: 1, onnotice: () => undefined })
  })
  afterAll(async () => {
    await store.close()
    await other.end()
  })

  it('runs a transaction again, as a whole, on another connection', async () => {
    let runs = 0
    await store.tx(function* () {
      runs += 1
      yield* put('lost', runs)
      if (runs === 1) yield* all(endSession)
      yield* run(sql`update sample set n = n + 100 where bank = 'lost'`)
    })
    expect(runs).toBe(2)
    expect(await numbers(store, 'lost')).toEqual([102])
  })

  it('runs nothing of a batch outside of its transaction', async () => {
    let runs = 0
    const writing = store.tx(function* () {
      runs += 1
      const rest: Stmt<unknown>[] = Array.from({ length: 20 }, (_, i) =>
        insertion('lost batch', `${runs} ${i}`),
      )
      yield* batch(runs === 1 ? [insertion('lost batch', 'first'), all(endSession), ...rest] : rest)
      if (runs === 2) throw new Error('enough')
    })
    await expect(writing).rejects.toThrow('enough')
    expect(runs).toBe(2)
    expect(await store.query(column(sql`select id from sample where bank = 'lost batch'`))).toEqual([])
  })

  it('opens new connections for idle ones that the server ended', async () => {
    await Promise.all(
      Array.from({ length: 6 }, () => store.query(column(sql`select id from sample where bank = ''`))),
    )
    await other`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'recollect' and datname = current_database()`
    await store.tx(put, 'idle', 7)
    expect(await numbers(store, 'idle')).toEqual([7])
  })

  it('does not claim to know what became of a lost commit, and does not repeat it', async () => {
    await other.unsafe(`create function end_session () returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`)
    await other.unsafe(`create constraint trigger end_session after insert on link deferrable initially deferred
      for each row execute function end_session()`)
    let runs = 0
    const writing = store.tx(function* () {
      runs += 1
      yield* run(sql`insert into link (bank, a, b) values ('commit', 'a', 'b')`)
    })
    await expect(writing).rejects.toMatchObject({ code: 'store_failed', message: /may or may not/ })
    expect(runs).toBe(1)
  })
})

describePostgres('PostgreSQL: what the statements mean', () => {
  let store: Store
  beforeAll(async () => {
    store = await openPostgres({
      url: await newDatabase(),
      env: systemEnv(),
      migrations: withSample,
      poolSize: 1,
    })
  })
  afterAll(() => store.close())

  it('prepares one statement for each set of optional parts, and only once', async () => {
    for (let round = 0; round < 3; round++) {
      for (const n of [undefined, 1]) {
        for (const label of [undefined, 'x']) {
          await store.query(
            column(sql`select id /* counted */ from sample where bank = ${'prepared'}
              ${n === undefined ? sql`` : sql`and n = ${n}`} ${label === undefined ? sql`` : sql`and label = ${label}`}`),
          )
        }
      }
    }
    const counted = sql`select count(*) from pg_prepared_statements where statement like ${'select id /* counted%'}`
    expect(await store.query(column(counted))).toEqual([4])
  })

  it.each([
    [
      'a sum of bigints',
      sql`select sum(n) + 1.5 as x from (select cast(1 as bigint) as n) as one`,
      TypeError,
    ],
    ['a time', sql`select now() as x`, TypeError],
    ['an integer past 2^53', sql`select cast(9007199254740993 as bigint) as x`, RangeError],
  ])('refuses to give %s a different meaning than SQLite', async (_, query, kind) => {
    await expect(store.query(all(query))).rejects.toThrow(kind)
    expect(await store.query(get(sql`select cast(1 as bigint) as x`))).toEqual({ x: 1 })
  })

  it('gives JSON as text', async () => {
    const json = alt(sql`json('{}')`, sql`cast('{"a": 1}' as json)`)
    expect(await store.query(get(sql`select ${json} as x`))).toEqual({ x: '{"a": 1}' })
  })

  it('says what it cannot do', async () => {
    expect(store.can).toEqual({ physicalErasure: false })
    await expect(store.backup('anywhere', { overwrite: false })).rejects.toMatchObject({
      code: 'unsupported',
      hint: /pg_dump/,
    })
    expect(await store.verifyErased({ texts: ['a'] })).toMatchObject({
      state: 'logical',
      reason: /vacuum/,
      scannedBytes: 0,
    })
  })
})

const endSession = sql`select pg_terminate_backend(pg_backend_pid())`

function insertion(bank: string, id: string) {
  return run(sql`insert into sample (bank, id) values (${bank}, ${id})`)
}

function* put(bank: string, n: number): Tx<void> {
  yield* run(sql`insert into sample (bank, id, n) values (${bank}, 'only', ${n})`)
}

function numbers(store: Store, bank: string): Promise<number[]> {
  return store.query(column<number>(sql`select n from sample where bank = ${bank} order by n`))
}

async function untilSomebodyWaits(other: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await other`select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    if (row?.n > 0) return
  }
}
