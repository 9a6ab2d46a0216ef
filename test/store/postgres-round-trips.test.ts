import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { batch, column, get, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type Between, startBetween } from '../postgres/between.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { withSample } from './place.js'

describePostgres('PostgreSQL: round trips', () => {
  let between: Between
  let store: Store
  beforeAll(async () => {
    between = await startBetween(await newDatabase(), 20)
    store = await openPostgres({ url: between.url, env: systemEnv(), migrations: withSample, poolSize: 1 })
  })
  afterAll(async () => {
    await store.close()
    await between.close()
  })
  /** How many a read waited for; its commit goes behind its answer, and nobody waits for it. */
  async function readIn(work: () => Promise<unknown>): Promise<number> {
    const before = between.roundTrips
    await work()
    const waitedFor = between.roundTrips - before
    await settled(before + waitedFor + 1)
    return waitedFor
  }
  /** How many a write took, without the one that tells other processes of it, for which it does not wait. */
  async function writtenIn(work: () => Promise<unknown>): Promise<number> {
    const before = between.roundTrips
    await work()
    await settled(before + 3)
    return between.roundTrips - before - 1
  }
  async function settled(least: number): Promise<void> {
    while (between.roundTrips < least || between.isUnderWay)
      await new Promise((resolve) => setImmediate(resolve))
  }

  it('reads one statement in one, prepared or not', async () => {
    const read = () => store.query(get(sql`select count(*) as n from sample where bank = ${'one'}`))
    expect(await readIn(read)).toBe(1)
    expect(await readIn(read)).toBe(1)
  })

  it('reads two that need each other in two', async () => {
    const read = () =>
      store.read(function* () {
        const [first] = yield* column<string>(sql`select id from sample where bank = ${'two'} limit 1`)
        return yield* column(sql`select id from sample where bank = ${'two'} and id = ${first ?? ''}`)
      })
    expect(await readIn(read)).toBe(2)
  })

  it('sends a batch as one, however long, and also when none of it was ever sent', async () => {
    const text = 'a text of some length '.repeat(50)
    const fill = (count: number, from: number) =>
      store.tx(function* (): Tx<void> {
        const rows = Array.from({ length: count }, (_, i) => i + from)
        yield* batch(
          rows.map((i) =>
            run(sql`insert into sample (bank, id, n, label) values ('batch', ${`${i}`}, ${i}, ${text + i})`),
          ),
        )
      })
    // The batch behind the begin, and the commit.
    expect(await writtenIn(() => fill(300, 0))).toBe(2)
    expect(await writtenIn(() => fill(300, 300))).toBe(2)
    expect(await store.query(column(sql`select count(*) as n from sample where bank = 'batch'`))).toEqual([
      600,
    ])
  })

  it('takes the banks along with what the body says first, and their rows with the commit', async () => {
    const held = store.within({ writes: ['held', 'other'] })
    const write = (id: string) =>
      held.tx(function* (): Tx<void> {
        yield* run(sql`insert into sample (bank, id) values ('held', ${id})`)
      })
    await writtenIn(() => write('a'))
    expect(await writtenIn(() => write('b'))).toBe(2)
  })

  it('prepares a statement once in a session, also when a batch holds it many times', async () => {
    const prepared = () =>
      store.query(
        column<number>(
          sql`select count(*) as n from pg_prepared_statements where statement like ${'update sample /* often%'}`,
        ),
      )
    for (let round = 0; round < 2; round++) {
      await store.tx(function* (): Tx<void> {
        yield* batch(
          Array.from({ length: 50 }, (_, i) =>
            run(sql`update sample /* often */ set n = ${i} where bank = ${'often'}`),
          ),
        )
      })
    }
    expect(await prepared()).toEqual([1])
  })
})
