import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { migrations } from '../../src/store/migrations/all.js'
import { madeBy } from '../../src/store/postgres/health/schema-check.js'
import { settingsChecks } from '../../src/store/postgres/health/settings-checks.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import type { Store } from '../../src/store/store.js'
import { describePostgres, newRoles, type Roles } from '../postgres/database.js'

describePostgres('PostgreSQL: its health', () => {
  let roles: Roles
  let store: Store
  let owner: postgres.Sql
  let superuser: postgres.Sql

  beforeAll(async () => {
    roles = await newRoles()
    store = await openPostgres({ url: roles.url, env: systemEnv(), poolSize: 4 })
    owner = postgres(roles.url, { max: 1, onnotice: () => undefined })
    superuser = postgres(roles.administrator, { max: 1, onnotice: () => undefined })
  })
  afterAll(async () => {
    await store.close()
    await owner.end()
    await superuser.end()
  })

  async function checked(name: string, of: Store = store) {
    const { checks } = await of.inspect()
    return checks.find(({ check }) => check === name)
  }

  it('knows by the migrations alone which tables and indexes there are', async () => {
    const { tables, indexes } = madeBy(migrations)
    const there = await owner<{ name: string }[]>`
      select c.relname as name from pg_class c
      left join pg_constraint k on k.conindid = c.oid and k.contype = 'p'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and k.oid is null
        and c.relname not in ('schema_migration')
      order by c.relname collate "C"`
    expect([...tables, ...indexes].sort()).toEqual(there.map(({ name }) => name))
    expect(await checked('tables and indexes')).toMatchObject({ isOk: true })
  })

  it('finds an index that is gone, one that was made in part, and a table without its key', async () => {
    await owner.unsafe('drop index item_by_identity')
    await owner.unsafe('alter table lineage drop constraint lineage_pkey')
    await superuser.unsafe(
      "update pg_index set indisvalid = false where indexrelid = 'item_by_time'::regclass",
    )
    const found = await checked('tables and indexes')
    expect(found).toMatchObject({ isOk: false })
    expect(found?.detail).toBe(
      'table lineage has lost its primary key; index item_by_identity is missing; ' +
        'index item_by_time is not valid: it was made in part, and is not used',
    )
  })

  it('finds a table whose wall was taken down, and a role that walks through', async () => {
    expect(await checked('wall between banks')).toMatchObject({ isOk: true })
    await owner.unsafe('alter table item no force row level security')
    expect(await checked('wall between banks')).toMatchObject({
      isOk: false,
      detail: 'row-level security is off for item',
    })
    await owner.unsafe('alter table item force row level security')
    const mighty = await openPostgres({ url: roles.administrator, env: systemEnv() })
    expect(await checked('wall between banks', mighty)).toMatchObject({
      isOk: false,
      detail: expect.stringContaining('superuser'),
      hint: expect.stringContaining('recollect prepare'),
    })
    await mighty.close()
  })

  it('tells the connections of this process, and nothing more at a quick look', async () => {
    const quick = await store.inspect({ isQuick: true })
    expect(quick).toMatchObject({ checks: [], pool: { size: 4, waiting: 0 } })
    expect(await checked('connections of this process')).toMatchObject({ isOk: true })
    expect(await checked('connections of the server')).toMatchObject({ isOk: true })
  })

  it('finds a table of more dead rows than living ones', async () => {
    await owner.unsafe('create table heap (bank text primary key, n bigint) with (autovacuum_enabled = off)')
    await owner.unsafe('insert into heap select cast(n as text), n from generate_series(1, 10001) as s(n)')
    await owner.unsafe('delete from heap')
    await owner.unsafe('select pg_stat_force_next_flush()')
    expect(await checked('space of deleted rows')).toMatchObject({
      isOk: false,
      detail: expect.stringContaining('heap holds more dead rows than living ones (10001'),
    })
    await owner.unsafe('drop table heap')
    expect(await checked('space of deleted rows')).toMatchObject({ isOk: true })
  })

  it('finds a slot that holds the log back for a standby that is gone', async () => {
    await superuser.unsafe("select pg_create_physical_replication_slot('gone_standby', true)")
    expect(await checked('standbys')).toMatchObject({
      isOk: false,
      detail: expect.stringContaining('1 replication slots'),
    })
    await superuser.unsafe("select pg_drop_replication_slot('gone_standby')")
    expect(await checked('standbys')).toBeUndefined()
  })
})

it('finds settings that lose what was acknowledged', () => {
  const found = settingsChecks(new Map(Object.entries({ fsync: 'off', synchronous_commit: 'off' })))
  expect(found.find(({ check }) => check === 'what is acknowledged is kept')).toMatchObject({
    isOk: false,
    detail: expect.stringContaining('fsync, synchronous_commit of the server are off'),
    hint: expect.stringContaining('alter system set fsync = on;'),
  })
})

it('finds a server that does not clean up', () => {
  const found = settingsChecks(new Map([['autovacuum', 'off']])).filter(({ isOk }) => !isOk)
  expect(found).toMatchObject([
    { check: 'cleaning by the server', hint: expect.stringContaining('alter system set autovacuum = on;') },
  ])
})

it('finds a server that logs texts, and leaves one alone that logs none', () => {
  const usual = { fsync: 'on', log_statement: 'none', log_parameter_max_length: '-1' }
  const logging = (settings: Record<string, string>) =>
    settingsChecks(new Map(Object.entries({ ...usual, ...settings })))
      .filter(({ isOk }) => !isOk)
      .map(({ check }) => check)
  expect(logging({ log_min_duration_statement: '-1' })).toEqual([])
  expect(logging({ log_min_duration_statement: '500' })).toEqual(["texts in the server's log"])
  expect(logging({ log_statement: 'all' })).toEqual(["texts in the server's log"])
  expect(logging({ log_statement: 'all', log_parameter_max_length: '0' })).toEqual([])
})
