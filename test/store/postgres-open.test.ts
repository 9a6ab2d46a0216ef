import { inspect } from 'node:util'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { column } from '../../src/store/statement.js'
import { describePostgres, newDatabase, newRoles } from '../postgres/database.js'

describePostgres('PostgreSQL: opening', () => {
  const env = systemEnv()

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'hunter2'), /login/, /PGPASSWORD/],
    ['no server', (url: URL) => (url.port = '1'), /cannot be reached/, /runs/],
    ['no such database', (url: URL) => (url.pathname = '/absent'), /does not exist/, /createdb/],
  ])('says what to do about %s, without the password', async (_, change, message, hint) => {
    const url = new URL(await newDatabase())
    change(url)
    const error = await openPostgres({ url: url.href, env }).catch((reason) => reason)
    expect(error).toMatchObject({ name: 'MemoryError', code: 'store_failed', message, hint })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(url.password)
  })

  it('refuses a database that cannot hold every text', async () => {
    const url = new URL((await newRoles()).administrator)
    const administrator = postgres(url.href, { max: 1 })
    await administrator`create database latin template template0 encoding 'LATIN1' locale_provider libc locale 'C'`
    await administrator.end()
    url.pathname = '/latin'
    await expect(openPostgres({ url: url.href, env })).rejects.toMatchObject({
      code: 'unsupported',
      hint: /UTF8/,
    })
  })

  it('asks for a database of its own where another program has tables of the same names', async () => {
    const url = await newDatabase()
    const other = postgres(url, { max: 1 })
    await other`create table item (n bigint)`
    await other.end()
    await expect(openPostgres({ url, env })).rejects.toMatchObject({
      code: 'conflict',
      message: /another program; nothing was changed/,
      hint: /a database of its own: createdb/,
    })
  })

  it('opens for a user who may not create anything once the schema is there', async () => {
    const roles = await newRoles()
    const url = new URL(roles.url)
    await (await openPostgres({ url: url.href, env })).close()
    const administrator = postgres(roles.administrator, { max: 1 })
    await administrator`create role reader login password 'reader'`
    await administrator`grant select on all tables in schema public to reader`
    await administrator.end()
    url.username = 'reader'
    url.password = 'reader'
    const store = await openPostgres({ url: url.href, env })
    expect(await store.query(column(sql`select bank from bank`))).toEqual([])
    const writing = store.tx(function* () {
      yield* column(sql`delete from bank where bank = 'a' returning bank`)
    })
    await expect(writing).rejects.toMatchObject({ code: 'store_failed', hint: /grant/ })
    await store.close()
  })

  it('reports where it is, how large, and whether its server flushes to disk', async () => {
    const url = await newDatabase()
    const store = await openPostgres({ url, env })
    const report = await store.inspect()
    expect(report.location).toMatch(/^postgres:\/\/test_\d+@127\.0\.0\.1:\d+\/test_\d+$/)
    expect(report.bytes).toBeGreaterThan(1_000_000)
    expect(report.settings).toMatchObject({ server_encoding: 'UTF8', synchronous_commit: 'on', fsync: 'on' })
    await store.close()
  })
})
