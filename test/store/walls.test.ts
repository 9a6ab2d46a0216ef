import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { all, column, get, run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { describePostgres, newRoles, type Roles } from '../postgres/database.js'

describePostgres('PostgreSQL: the second wall', () => {
  let roles: Roles
  let store: Store
  beforeAll(async () => {
    roles = await newRoles()
    store = await openPostgres({ url: roles.url, env: systemEnv() })
    for (const bank of ['u/ann/main', 'u/bob/main']) await store.within({ writes: [bank] }).tx(keep, bank)
  })
  afterAll(() => store.close())

  const ann = () => store.within({ writes: ['u/ann/main'] })
  const banksOfTexts = sql`select bank from item_text order by bank` // bank-ok: the wall is what is tried

  it('hides other banks from a statement that forgot its bank', async () => {
    expect(await ann().query(column(banksOfTexts))).toEqual(['u/ann/main'])
    expect(await ann().read(() => banksSeen(banksOfTexts))).toEqual(['u/ann/main'])
    expect(await ann().tx(() => banksSeen(banksOfTexts))).toEqual(['u/ann/main'])
  })

  it('shows the banks that may be read, and all to who looks after the store', async () => {
    const both = store.within({ reads: ['u/bob/main'], writes: ['u/ann/main'] })
    expect(await both.query(column(banksOfTexts))).toEqual(['u/ann/main', 'u/bob/main'])
    expect(await store.query(column(banksOfTexts))).toEqual(['u/ann/main', 'u/bob/main'])
  })

  it('changes and removes nothing of a bank that may only be read', async () => {
    const both = store.within({ reads: ['u/bob/main'], writes: ['u/ann/main'] })
    const changed = await both.tx(function* reach() {
      const updated = yield* run(sql`update item_text set body = 'changed'`) // bank-ok: the wall is what is tried
      const deleted = yield* run(sql`delete from item_text where item_id = 'u/bob/main'`) // bank-ok: as above
      return { updated, deleted }
    })
    expect(changed).toEqual({ updated: 1, deleted: 0 })
    expect(await bodyOf('u/bob/main')).toBe('of u/bob/main')
    await ann().tx(function* back() {
      yield* run(sql`update item_text set body = 'of u/ann/main' where bank = 'u/ann/main'`)
    })
  })

  it('takes no row for another bank', async () => {
    await expect(ann().tx(keep, 'u/bob/main')).rejects.toMatchObject({
      code: 'store_failed',
      message: /42501/,
    })
    expect(await store.query(column(banksOfTexts))).toHaveLength(2)
  })

  it('stands while nobody says whose banks are meant, also for the owner of the tables', async () => {
    const bare = postgres(roles.url, { max: 1 })
    expect(await bare`select * from item_text`).toEqual([])
    expect(await bare`select * from memory_items`).toEqual([])
    await expect(bare`insert into bank_rows (bank, last_rid) values ('u/eve/main', 1)`).rejects.toThrow(
      /row-level/,
    )
    await bare.end()
  })

  it('leaves nothing open on a connection that is lent again', async () => {
    const one = await openPostgres({ url: roles.url, env: systemEnv(), poolSize: 1 })
    await one.within({ writes: ['u/bob/main'] }).query(column(banksOfTexts))
    expect(await one.within({ writes: ['u/ann/main'] }).query(column(banksOfTexts))).toEqual(['u/ann/main'])
    await one.close()
  })

  it('counts rows in each bank, and never a number twice', async () => {
    const numbers = (bank: string) =>
      store.query(column<number>(sql`select rid from item_text where bank = ${bank} order by rid`))
    await store.within({ writes: ['u/carl/main'] }).tx(keep, 'u/carl/main')
    expect(await numbers('u/carl/main')).toEqual([1])
    await store.within({ writes: ['u/carl/main'] }).tx(function* remove() {
      yield* run(sql`delete from item_text where bank = 'u/carl/main'`)
    })
    const keeping = ['a', 'b', 'c', 'd'].map(() =>
      store.within({ writes: ['u/carl/main'] }).tx(keep, 'u/carl/main'),
    )
    await Promise.all(keeping)
    expect(await numbers('u/carl/main')).toEqual([2, 3, 4, 5])
  })

  it('refuses a name that would be two', () => {
    expect(() => store.within({ writes: ['u/ann/main,u/bob/main'] })).toThrow(TypeError)
  })

  async function bodyOf(bank: string): Promise<string | undefined> {
    return (await store.query(get<{ body: string }>(sql`select body from item_text where bank = ${bank}`)))
      ?.body
  }
})

function* keep(bank: string) {
  yield* run(sql`insert into item_text (bank, item_id, body) values (${bank}, ${bank}, ${`of ${bank}`})`)
}

function* banksSeen(query: ReturnType<typeof sql>) {
  return (yield* all<{ bank: string }>(query)).map(({ bank }) => bank)
}
