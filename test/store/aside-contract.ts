import { expect, it } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import { sql } from '../../src/store/sql.js'
import { all, batch, column, get, run, type Tx } from '../../src/store/statement.js'
import { type NewPlace, sharedStore, withSample } from './place.js'

/** Reads that look at much: as any other, and nobody waits for them. */
export function asideContract(newPlace: NewPlace): void {
  const store = sharedStore(newPlace)

  const idsOf = (bank: string) =>
    store().query(column<string>(sql`select id from sample where bank = ${bank} order by id`))

  it('answers the same as a read that is waited for', async () => {
    await store().tx(add, 'aside', 'a', 1)
    await store().tx(add, 'aside', 'ß "\u{1f333}"', -5)
    const there = await store().read(look, 'aside')
    expect(await store().aside.read(look, 'aside')).toEqual(there)
    const counted = column<number>(sql`select count(*) from sample where bank = 'aside'`)
    expect(await store().aside.query(counted)).toEqual([2])
    expect(
      await store()
        .aside.within({ writes: ['aside'] })
        .read(look, 'aside'),
    ).toEqual(there)
    expect(store().aside.whole).toBe(store())
  })

  it('sees what was acknowledged before, and one state of it to the end', async () => {
    const looking = store().aside.read(countOften, 'moving')
    for (let n = 0; n < 20; n++) await store().tx(add, 'moving', `${n}`, n)
    expect(new Set(await looking).size).toBe(1)
    expect(await store().aside.read(countOften, 'moving')).toContain(20)
  })

  it('commits what a body wrote, or takes all of it back', async () => {
    await store().aside.tx(addAll, 'written', ['a', 'b'])
    expect(await idsOf('written')).toEqual(['a', 'b'])
    const refusal = new Error('not today')
    const writing = store().aside.tx(function* (): Tx<void> {
      yield* addAll('written', ['c'])
      throw refusal
    })
    await expect(writing).rejects.toBe(refusal)
    await expect(store().aside.tx(addAll, 'written', ['d', 'a'])).rejects.toMatchObject({ code: 'conflict' })
    expect(await idsOf('written')).toEqual(['a', 'b'])
  })

  it('loses no update of writers at its side', async () => {
    await store().tx(add, 'both', 'n', 0)
    const writers = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? store().aside : store()))
    await Promise.all(writers.map((writer) => writer.tx(increment, 'both')))
    const query = get<{ n: number }>(sql`select n from sample where bank = 'both'`)
    expect(await store().query(query)).toEqual({ n: 40 })
  })

  it('shows a read nothing that is not committed', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `${n}`)
    const writing = store().aside.tx(addAll, 'unseen', ids)
    const seen = new Set<number>()
    let isWriting = true
    const over = writing.finally(() => {
      isWriting = false
    })
    while (isWriting) {
      seen.add((await idsOf('unseen')).length)
      await new Promise(setImmediate)
    }
    await over
    expect([...seen].filter((count) => count !== 0 && count !== 200)).toEqual([])
    expect((await idsOf('unseen')).length).toBe(200)
  })

  it('lets others go on while a statement runs', async () => {
    let turns = 0
    let isRunning = true
    const counting = store()
      .aside.read(countTo, 300_000)
      .finally(() => {
        isRunning = false
      })
    while (isRunning) {
      turns += 1
      await new Promise(setImmediate)
    }
    expect(await counting).toBe(300_000)
    expect(turns).toBeGreaterThan(10)
  })

  it('passes on what the body throws, and says what fails as a read does', async () => {
    const refusal = new Error('not today')
    const refusing = store().aside.read(function* (): Tx<void> {
      yield* get(sql`select 1 as one`)
      throw refusal
    })
    await expect(refusing).rejects.toBe(refusal)
    const wrong = await store()
      .aside.query(column(sql`select nothing from nowhere`))
      .catch((error) => error)
    expect(wrong).toBeInstanceOf(MemoryError)
    expect(wrong).toMatchObject({ code: 'store_failed' })
    await expect(store().aside.query(run(sql`delete from sample where bank = 'aside'`))).rejects.toThrow(
      TypeError,
    )
    expect(await store().aside.read(countTo, 3)).toBe(3)
  })

  it('refuses a body that made a statement and did not yield it', async () => {
    const body = function* (): Tx<void> {
      const forgotten = run(sql`select 1`)
      yield* get(sql`select 1 as one`)
      expect(forgotten).toBeDefined()
    }
    await expect(store().aside.read(body)).rejects.toThrow(/made and not yielded/)
  })

  it('finishes what is running when it is closed, and refuses what comes later', async () => {
    const place = await newPlace()
    const closing = await place.open({ migrations: withSample })
    const looking = closing.aside.read(countTo, 100_000)
    await new Promise(setImmediate)
    await closing.close()
    expect(await looking).toBe(100_000)
    await expect(closing.aside.read(countTo, 1)).rejects.toMatchObject({ code: 'store_failed' })
  })
}

function* add(bank: string, id: string, n: number): Tx<void> {
  yield* run(sql`insert into sample (bank, id, n) values (${bank}, ${id}, ${n})`)
}

function* addAll(bank: string, ids: readonly string[]): Tx<void> {
  for (const id of ids) yield* add(bank, id, 0)
}

function* increment(bank: string): Tx<void> {
  const row = yield* get<{ n: number }>(sql`select n from sample where bank = ${bank}`)
  yield* run(sql`update sample set n = ${(row?.n ?? 0) + 1} where bank = ${bank}`)
}

function* look(bank: string): Tx<unknown> {
  const rows = yield* all(sql`select bank, id, n from sample where bank = ${bank} order by id`)
  const none = yield* get(sql`select id from sample where bank = ${bank} and id = 'none'`)
  const both = yield* batch([
    column<string>(sql`select id from sample where bank = ${bank} order by id desc`),
    get<{ n: number }>(sql`select max(n) as n from sample where bank = ${bank}`),
  ])
  return { rows, none, both }
}

function* countOften(bank: string): Tx<number[]> {
  const counts: number[] = []
  for (let n = 0; n < 50; n++) {
    const row = yield* get<{ n: number }>(sql`select count(*) as n from sample where bank = ${bank}`)
    counts.push(row?.n ?? -1)
  }
  return counts
}

function* countTo(last: number): Tx<number> {
  const row = yield* get<{ n: number }>(sql`
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${last})
    select cast(max(n) as bigint) as n from counted`)
  return row?.n ?? 0
}
