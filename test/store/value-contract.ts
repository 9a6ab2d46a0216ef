import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inText, sql } from '../../src/store/sql.js'
import { all, column, get, run } from '../../src/store/statement.js'
import { type NewPlace, sharedStore } from './place.js'

export function valueContract(newPlace: NewPlace): void {
  const store = sharedStore(newPlace)

  it('gives back any well-formed text unchanged, also from a list', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0'))
    let count = 0
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const id = `${count++}`
        const found = await store().tx(function* () {
          yield* run(sql`insert into sample (bank, id, data) values (${`t${text}`}, ${id}, null)`)
          return yield* get(
            sql`select bank, id from sample where bank ${inText([`t${text}`])} and id = ${id}`,
          )
        })
        expect(found).toEqual({ bank: `t${text}`, id })
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['a parameter', (text: string) => column(sql`select id from sample where bank = ${text}`)],
    ['a list', (text: string) => column(sql`select id from sample where bank ${inText([text])}`)],
  ])('refuses NUL in %s', async (_, look) => {
    const reading = store().read(function* () {
      return yield* look('a\0b')
    })
    await expect(reading).rejects.toMatchObject({ name: 'MemoryError', code: 'invalid_input' })
    expect(await store().query(look('ab'))).toEqual([])
  })

  it('writes nothing of a transaction that met a NUL', async () => {
    const writing = store().tx(function* () {
      yield* run(sql`insert into sample (bank, id) values ('nul', 'before')`)
      yield* run(sql`insert into sample (bank, id) values ('nul', ${'a\0b'})`)
    })
    await expect(writing).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await store().query(column(sql`select id from sample where bank = 'nul'`))).toEqual([])
  })

  it('keeps a text of a megabyte', async () => {
    const text = '部署 today 😀 '.repeat(90_000)
    const held = store().within({ writes: ['long'] })
    await held.tx(function* () {
      yield* run(sql`insert into item_text (bank, item_id, body) values ('long', 'a', ${text})`)
    })
    const row = await store().query(
      get<{ body: string }>(sql`select body from item_text where bank = 'long'`),
    )
    expect(row?.body === text).toBe(true)
  })

  it('keeps integers exact up to 2^53 - 1', async () => {
    const numbers = [
      0,
      -1,
      2 ** 31,
      -(2 ** 31) - 1,
      1_790_000_000_123,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ]
    await store().tx(function* () {
      for (const [i, n] of numbers.entries()) {
        yield* run(sql`insert into sample (bank, id, n) values ('integers', ${`${i}`}, ${n})`)
      }
    })
    expect(
      await store().query(column(sql`select n from sample where bank = 'integers' order by id`)),
    ).toEqual(numbers)
    for (const n of numbers) {
      expect(
        await store().query(column(sql`select n from sample where bank = 'integers' and n = ${n}`)),
      ).toEqual([n])
    }
  })

  it.each([2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY])('refuses to bind %s', async (n) => {
    const writing = store().tx(function* () {
      yield* run(sql`insert into sample (bank, id, n) values ('bound', 'a', ${n})`)
    })
    await expect(writing).rejects.toThrow(RangeError)
    expect(await store().query(column(sql`select n from sample where bank = 'bound'`))).toEqual([])
  })

  it('keeps fractions in expressions', async () => {
    const row = await store().query(get(sql`select cast(${0.1} as double precision) + 0.2e0 as x`))
    expect(row).toEqual({ x: 0.1 + 0.2 })
  })

  it('keeps and compares bytes, none and null among them', async () => {
    const blobs = [new Uint8Array([0, 255, 92, 39, 10]), new Uint8Array(0), null]
    await store().tx(function* () {
      for (const [i, data] of blobs.entries()) {
        yield* run(sql`insert into sample (bank, id, data) values ('bytes', ${`${i}`}, ${data})`)
      }
    })
    const rows = await store().query(
      all<{ data: Uint8Array | null }>(sql`select data from sample where bank = 'bytes' order by id`),
    )
    expect(rows.map(({ data }) => (data === null ? null : Array.from(data)))).toEqual([
      [0, 255, 92, 39, 10],
      [],
      null,
    ])
    expect(rows[0]?.data).toBeInstanceOf(Uint8Array)
    const same = sql`select id from sample where bank = 'bytes' and data = ${new Uint8Array([0, 255, 92, 39, 10])}`
    expect(await store().query(column(same))).toEqual(['0'])
  })

  it('orders bytes as unsigned numbers', async () => {
    const blobs = [[255], [0], [127, 1], [128], [127]]
    await store().tx(function* () {
      for (const bytes of blobs) {
        yield* run(
          sql`insert into sample (bank, id, data) values ('byte order', ${`${bytes}`}, ${new Uint8Array(bytes)})`,
        )
      }
    })
    const ids = await store().query(
      column(sql`select id from sample where bank = 'byte order' order by data`),
    )
    expect(ids).toEqual(['0', '127', '127,1', '128', '255'])
  })
}
