import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/store/sql.js'
import { column, get, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type NewPlace, withSample } from './place.js'

/** Two stores open on one place, as two sessions of a program have it. */
export function concurrencyContract(newPlace: NewPlace): void {
  let stores: readonly [Store, Store]
  beforeAll(async () => {
    const place = await newPlace()
    stores = [await place.open({ migrations: withSample }), await place.open({ migrations: withSample })]
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))
  const each = <T>(count: number, start: (store: Store, i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => start(stores[i % 2] as Store, i)))

  it('loses none of 50 concurrent updates that read first (S04)', async () => {
    await stores[0].tx(put, 'counter', 'n', 0)
    await each(50, (store) => store.tx(increment, 'counter'))
    expect(await numberOf(stores[1], 'counter')).toBe(50)
  })

  it('lets one turn create, add and delete at once (S02)', async () => {
    await stores[0].tx(put, 'parallel', 'old', 0)
    const results = await each<unknown>(20, (store, i) =>
      i % 5 === 4 ? store.tx(removeAndCount, 'parallel', 'old') : store.tx(put, 'parallel', `new ${i}`, i),
    )
    expect(results).toHaveLength(20)
    const ids = await stores[0].query(column(sql`select id from sample where bank = 'parallel' order by n`))
    expect(ids).toEqual(
      Array.from({ length: 20 }, (_, i) => i)
        .filter((i) => i % 5 !== 4)
        .map((i) => `new ${i}`),
    )
  })

  it('reads while another session writes (S01)', async () => {
    let isWriting = true
    const writing = each(40, (store, i) => store.tx(putPair, 'reading', i)).finally(() => {
      isWriting = false
    })
    let reads = 0
    while (isWriting) {
      const [before, after] = await stores[1].read(countTwice, 'reading')
      expect(after).toBe(before)
      expect(before % 2).toBe(0)
      reads += 1
      // Reads that need no waiting must not keep the writers' turn from coming.
      await new Promise(setImmediate)
    }
    await writing
    expect(reads).toBeGreaterThan(0)
    expect(await stores[0].read(countTwice, 'reading')).toEqual([80, 80])
  })

  it('sees its own write at once, from every session', async () => {
    for (let i = 0; i < 10; i++) {
      await stores[0].tx(put, 'own', `${i}`, i)
      const row = await stores[1].query(get(sql`select n from sample where bank = 'own' and id = ${`${i}`}`))
      expect(row).toEqual({ n: i })
    }
  })

  it('makes one row when many look for it and miss it', async () => {
    const results = await each(20, (store, i) => store.tx(findOrMake, 'race', i))
    expect(new Set(results).size).toBe(1)
    expect(await stores[0].query(column(sql`select id from sample where bank = 'race'`))).toHaveLength(1)
  })

  it('holds a rule about rows that do not exist yet: at most one is active', async () => {
    await each(12, (store, i) => store.tx(activateAlone, 'skew', `${i}`))
    expect(
      await stores[0].query(column(sql`select id from sample where bank = 'skew' and n = 1`)),
    ).toHaveLength(1)
  })
}

function* put(bank: string, id: string, n: number): Tx<void> {
  yield* run(sql`insert into sample (bank, id, n) values (${bank}, ${id}, ${n})`)
}

function* putPair(bank: string, i: number): Tx<void> {
  yield* put(bank, `${i} left`, i)
  yield* put(bank, `${i} right`, i)
}

function* increment(bank: string): Tx<number> {
  const row = yield* get<{ n: number }>(sql`select n from sample where bank = ${bank} and id = 'n'`)
  const n = (row?.n ?? 0) + 1
  yield* run(sql`update sample set n = ${n} where bank = ${bank} and id = 'n'`)
  return n
}

function* removeAndCount(bank: string, id: string): Tx<number> {
  return yield* run(sql`delete from sample where bank = ${bank} and id = ${id}`)
}

function* countTwice(bank: string): Tx<[number, number]> {
  const first = yield* get<{ n: number }>(sql`select count(*) as n from sample where bank = ${bank}`)
  const second = yield* get<{ n: number }>(sql`select count(*) as n from sample where bank = ${bank}`)
  return [first?.n ?? -1, second?.n ?? -2]
}

/** Two writers miss the label at once: one of them must meet the other's row, not an error. */
function* findOrMake(bank: string, i: number): Tx<string> {
  const found = yield* get<{ id: string }>(sql`select id from sample where bank = ${bank} and label = 'only'`)
  if (found !== undefined) return found.id
  yield* run(sql`insert into sample (bank, id, label) values (${bank}, ${`${i}`}, 'only')`)
  return `${i}`
}

function* activateAlone(bank: string, id: string): Tx<void> {
  const active = yield* column<string>(sql`select id from sample where bank = ${bank} and n = 1`)
  yield* put(bank, id, active.length === 0 ? 1 : 0)
}

async function numberOf(store: Store, bank: string): Promise<number | undefined> {
  return (await store.query(get<{ n: number }>(sql`select n from sample where bank = ${bank}`)))?.n
}
