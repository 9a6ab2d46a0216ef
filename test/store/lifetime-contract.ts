import { afterEach, expect, it } from 'vitest'
import { migrations } from '../../src/store/migrations/all.js'
import type { Migration } from '../../src/store/migrations/migration.js'
import { sql } from '../../src/store/sql.js'
import { column, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type NewPlace, type Place, sampleMigration, withSample } from './place.js'

export function lifetimeContract(newPlace: NewPlace): void {
  const opened: Store[] = []
  const open = async (place: Place, list?: readonly Migration[]) => {
    const store = await place.open(list === undefined ? {} : { migrations: list })
    opened.push(store)
    return store
  }
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  it('keeps everything acknowledged when it is opened again', async () => {
    const place = await newPlace()
    const first = await place.open()
    await first.tx(addBank, 'kept')
    await first.close()
    expect(await (await open(place)).query(banks)).toEqual(['kept'])
  })

  it('finishes what was begun before it closes, and refuses what comes later', async () => {
    const place = await newPlace()
    const store = await place.open()
    const writing = Promise.all(['a', 'b', 'c'].map((bank) => store.tx(addBank, bank)))
    await store.close()
    await writing
    await expect(store.tx(addBank, 'd')).rejects.toMatchObject({ code: 'store_failed' })
    await expect(store.query(banks)).rejects.toMatchObject({ code: 'store_failed' })
    await store.close()
    expect(await (await open(place)).query(banks)).toEqual(['a', 'b', 'c'])
  })

  it('records its schema', async () => {
    const place = await newPlace()
    expect((await (await open(place)).inspect()).schema).toBe(migrations.length)
    expect((await (await open(place, withSample)).inspect()).schema).toBe(migrations.length + 1)
  })

  it('upgrades a store of an earlier release, step by step as in one jump (S07)', async () => {
    const stepwise = await newPlace()
    const before = await stepwise.open()
    await before.tx(addBank, 'kept')
    await before.close()
    await (await stepwise.open({ migrations: withSample })).close()
    const after = await open(stepwise, withNote)
    expect(await after.query(banks)).toEqual(['kept'])
    const jumped = await open(await newPlace(), withNote)
    for (const store of [after, jumped]) {
      await store.tx(addNote)
      expect(await store.query(column(sql`select note from sample where bank = 'notes'`))).toEqual(['new'])
      expect((await store.inspect()).schema).toBe(withNote.length)
    }
  })

  it('refuses a store of a newer release and leaves it as it was', async () => {
    const place = await newPlace()
    await (await place.open({ migrations: withSample })).close()
    const error = await place.open().catch((reason) => reason)
    expect(error).toMatchObject({ name: 'MemoryError', code: 'newer_schema' })
    expect(error.hint).toMatch(/update/)
    expect((await (await open(place, withSample)).inspect()).schema).toBe(withSample.length)
  })

  it('leaves the store usable for the release before when a migration fails', async () => {
    const place = await newPlace()
    const before = await place.open()
    await before.tx(addBank, 'kept')
    await before.close()
    await expect(place.open({ migrations: withBroken })).rejects.toMatchObject({ code: 'store_failed' })
    const store = await open(place)
    expect(await store.query(banks)).toEqual(['kept'])
    expect((await store.inspect()).schema).toBe(migrations.length)
    await store.close()
    expect((await (await open(place, withSample)).inspect()).schema).toBe(withSample.length)
  })

  it('is created once by those who open it at the same moment', async () => {
    const place = await newPlace()
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(place, withSample)))
    await Promise.all(stores.map((store, i) => store.tx(addBank, `bank ${i}`)))
    expect(await (stores[0] as Store).query(banks)).toEqual(['bank 0', 'bank 1', 'bank 2', 'bank 3'])
  })
}

/** A later release adds a column; a release after a mistake fails in its second statement. */
const withNote: readonly Migration[] = [
  ...withSample,
  {
    id: sampleMigration.id + 1,
    name: 'add-note',
    ddl: ({ text }) => [`alter table sample add column note ${text}`],
  },
]

const withBroken: readonly Migration[] = [
  ...migrations,
  {
    id: sampleMigration.id,
    name: 'break',
    ddl: ({ text, tableEnd }) => [
      `create table half (a ${text}) ${tableEnd}`,
      'alter table nowhere add column b text',
    ],
  },
]

const banks = column<string>(sql`select bank from bank order by bank`)

function* addBank(bank: string): Tx<void> {
  yield* run(sql`insert into bank (bank, kind, owner, created_at, generation, items, words)
    values (${bank}, 'user', 'ann', 0, 0, 0, 0)`)
}

function* addNote(): Tx<void> {
  yield* run(sql`insert into sample (bank, id, note) values ('notes', 'a', 'new')`)
}
