import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { migrations } from '../../src/store/migrations/all.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { prepareRole } from '../../src/store/postgres/upkeep/prepare-role.js'
import { useRecollectHere } from '../cli/recollect-here.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newRoles, type Roles } from '../postgres/database.js'

/** Their server may be one that loses what was acknowledged. */
const OF_THE_TESTS = 'what is acknowledged is kept'

/** A role of this name and password at the same database. */
function as(url: string, role: string, password: string): string {
  return Object.assign(new URL(url), { username: role, password }).href
}

describePostgres('PostgreSQL: a role that serves and owns nothing', () => {
  const password = randomBytes(12).toString('hex')
  let roles: Roles
  let role: string
  let serving: string
  let superuser: postgres.Sql

  beforeAll(async () => {
    roles = await newRoles()
    superuser = postgres(roles.administrator, { max: 1, onnotice: () => undefined })
    // Of the whole server: each run of this file makes one of its own.
    role = `serving_${new URL(roles.url).pathname.slice(1)}`
    serving = as(roles.url, role, password)
    await superuser.unsafe(`alter role ${new URL(roles.url).username} createrole`)
  })
  afterAll(() => superuser.end())

  it('is told what to run where there is no memory yet', async () => {
    await superuser.unsafe(`create role ${role}_early login password '${password}'`)
    const early = openPostgres({ url: as(roles.url, `${role}_early`, password), env: systemEnv() })
    await expect(early).rejects.toMatchObject({
      code: 'denied',
      hint: expect.stringContaining(
        `recollect prepare --store postgres://OWNER@HOST/DATABASE --role ${role}_early`,
      ),
    })
  })

  it('is made with a password that the server never sees', async () => {
    await expect(
      prepareRole({ url: roles.url, role, isPrint: false, env: systemEnv() }),
    ).rejects.toMatchObject({ code: 'invalid_input', hint: expect.stringContaining('--password-file') })
    const prepared = await prepareRole({ url: roles.url, role, password, isPrint: false, env: systemEnv() })
    expect(prepared).toMatchObject({ role, isRoleNew: true })
    expect(JSON.stringify(prepared)).not.toContain(password)
    const [row] = await superuser`select rolpassword from pg_authid where rolname = ${role}`
    expect(row?.['rolpassword']).toMatch(/^SCRAM-SHA-256\$4096:/)
  })

  it('keeps, finds, forgets and examines like the owner', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), store: serving, embedder: 'off' })
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'Mia moved to Lisbon in March', tags: ['move'] })
    await ann.import({
      content: JSON.stringify({ role: 'user', content: 'we leave on Friday' }),
      session: 'trip',
    })
    await ann.recordSave({ name: 'style', type: 'user', description: 'how I like answers', body: 'Short.' })
    expect((await ann.search({ question: 'where did Mia move?' })).hits[0]?.id).toBe(id)
    expect((await engine.as({ user: 'bob' }).search({ question: 'where did Mia move?' })).hits).toEqual([])
    expect(await ann.forget({ id })).toMatchObject({ state: 'logical', ids: expect.arrayContaining([id]) })
    const { findings } = await engine.as({ user: 'ann', administrator: true }).doctor({})
    expect(findings.filter(({ isOk, check }) => !isOk && check !== OF_THE_TESTS)).toEqual([])
    expect(findings.find(({ check }) => check === 'wall between banks')?.detail).toContain(role)
    await expect(engine.as({ administrator: true }).vacuum({})).rejects.toMatchObject({
      code: 'denied',
      hint: expect.stringContaining('as the owner'),
    })
    await engine.close()
  })

  describe('in psql', () => {
    let client: postgres.Sql
    beforeAll(() => {
      client = postgres(serving, { max: 1, onnotice: () => undefined })
    })
    afterAll(() => client.end())

    it.each([
      'create table mine (n bigint)',
      'create temporary table mine (n bigint)',
      'create schema mine',
      'alter table item add column mine bigint',
      'alter table item disable row level security',
      'alter table item no force row level security',
      'drop policy reads on item',
      'drop table item',
      'truncate item',
      'create index mine on item (bank)',
      "insert into schema_migration values (99, 'mine', 0)",
      'set role recollect',
    ])('may not: %s', async (statement) => {
      await expect(client.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
    })

    it('sees no row of a bank that its transaction did not name', async () => {
      expect(await client`select * from item`).toEqual([])
      expect(await client`select * from memory_items`).toEqual([])
      const banks = await client.begin(async (tx) => {
        await tx.unsafe("set local recollect.reads = 'u/ann/main'")
        return tx`select distinct bank from item`
      })
      expect(banks).toEqual([{ bank: 'u/ann/main' }])
    })
  })

  it('goes on serving tables that a later step makes, once the owner has run it', async () => {
    const id = (migrations.at(-1)?.id ?? 0) + 1
    const later = [
      ...migrations,
      { id, name: 'later', ddl: () => ['create table later (bank text primary key)'] },
    ]
    await expect(openPostgres({ url: serving, env: systemEnv(), migrations: later })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining(`has schema ${id - 1}, this build needs ${id}`),
    })
    await (await openPostgres({ url: roles.url, env: systemEnv(), migrations: later })).close()
    await (await openPostgres({ url: serving, env: systemEnv(), migrations: later })).close()
    const client = postgres(serving, { max: 1 })
    await client`insert into later values ('a')`
    await client.end()
  })

  it('is refused where it is the owner, or stands above the wall', async () => {
    const owner = new URL(roles.url).username
    const refused = (name: string) =>
      prepareRole({ url: roles.url, role: name, isPrint: true, env: systemEnv() })
    await expect(refused(owner)).rejects.toMatchObject({ code: 'conflict' })
    await expect(refused(new URL(roles.administrator).username)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is told to let the owner prepare, where it prepares itself', async () => {
    await expect(prepareRole({ url: serving, role, isPrint: true, env: systemEnv() })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining(`${role} does not own`),
      hint: expect.stringContaining('postgres://OWNER@HOST/DATABASE'),
    })
  })

  it('is made by an administrator where the owner may make no roles', async () => {
    const others = await newRoles()
    const owner = new URL(others.url).username
    const name = `${role}_later`
    await superuser.unsafe(`alter role ${owner} nocreaterole`)
    await expect(
      prepareRole({ url: others.url, role: name, password, isPrint: false, env: systemEnv() }),
    ).rejects.toMatchObject({
      code: 'denied',
      message: `${owner} may not make roles`,
      hint: expect.stringContaining(`create role ${name} login`),
    })
  })
})

describePostgres('recollect prepare', () => {
  const { run } = useRecollectHere()

  it('prints statements that do the same when they are run by hand', async () => {
    const roles = await newRoles()
    const superuser = postgres(roles.administrator, { max: 1, onnotice: () => undefined })
    const role = `printed_${new URL(roles.url).pathname.slice(1)}`
    const printed = await run(['prepare', '--store', roles.url, '--role', role, '--print'])
    expect(printed).toMatchObject({ code: 0, notes: '' })
    expect(printed.out).toContain(`create role "${role}" login;`)
    await superuser.unsafe(`create role ${role} login password 'x'`)
    const owner = postgres(roles.url, { max: 1, onnotice: () => undefined })
    await owner.unsafe(printed.out.replace(`create role "${role}" login;`, '')).simple()
    await (await openPostgres({ url: as(roles.url, role, 'x'), env: systemEnv() })).close()
    await owner.end()
    await superuser.end()
  })

  it('does it, and says with what to serve', async () => {
    const roles = await newRoles()
    const superuser = postgres(roles.administrator, { max: 1, onnotice: () => undefined })
    await superuser.unsafe(`alter role ${new URL(roles.url).username} createrole`)
    await superuser.end()
    const role = `told_${new URL(roles.url).pathname.slice(1)}`
    const file = join(await temporaryFolder(), 'password')
    writeFileSync(file, 'of ann, with ümläuts\n')
    const done = await run(['prepare', '--store', roles.url, '--role', role, '--password-file', file])
    expect(done).toMatchObject({ code: 0 })
    expect(done.out).toContain(`recollect serve --store postgres://${role}@HOST/DATABASE`)
    const url = as(roles.url, role, encodeURIComponent('of ann, with ümläuts'))
    await (await openPostgres({ url, env: systemEnv() })).close()
    const again = await run(['prepare', '--store', roles.url, '--role', role])
    expect(again.out).toContain(`is ready for ${role}, which reads and writes rows`)
    expect((await run(['prepare', '--store', roles.url])).code).toBe(2)
    expect((await run(['prepare', '--role', role])).code).toBe(2)
  })
})
