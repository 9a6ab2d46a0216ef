import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { get, run } from '../../src/store/statement.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newRoles } from '../postgres/database.js'
import { withSample } from './place.js'

/** A new database, on whose role the administrator has put a setting. */
async function withSetting(setting: string): Promise<string> {
  const { url, administrator } = await newRoles()
  const superuser = postgres(administrator, { max: 1, onnotice: () => undefined })
  await superuser.unsafe(`alter role ${new URL(url).username} set ${setting}`)
  await superuser.end()
  return url
}

describePostgres('PostgreSQL: what an administrator has set for the role', () => {
  const settings = [
    'bytea_output = escape',
    'standard_conforming_strings = off',
    'extra_float_digits = -15',
    'transform_null_equals = on',
    'row_security = off',
    'default_transaction_isolation = serializable',
    'default_transaction_read_only = on',
    'default_transaction_deferrable = on',
    'client_encoding = LATIN1',
    "recollect.reads = '*'",
    'idle_in_transaction_session_timeout = 1',
    'idle_session_timeout = 50',
  ]
  describe.each(settings)('%s', (setting) => {
    it('changes nothing that is kept or found', async () => {
      const url = await withSetting(setting)
      const engine = await openMemory({ home: await temporaryFolder(), store: url, embedder: 'off' })
      const ann = engine.as({ user: "an\\'n" })
      const text = "Mia's cat \\' moved to Lisbon \\x41 ünï 猫咪喜欢鱼 \u{1f600}"
      const { id } = await ann.capture({ text, tags: ['a\\b'] })
      // Long enough for a session that nobody uses to be ended.
      await new Promise((resolve) => setTimeout(resolve, 100))
      const { hits } = await ann.search({ question: "where did Mia's cat \\' move" })
      expect(hits[0]).toMatchObject({ id, text })
      expect((await engine.as({ user: 'bob' }).search({ question: 'Lisbon' })).hits).toEqual([])
      expect(await ann.forget({ id })).toMatchObject({ state: 'logical' })
      expect((await ann.search({ question: 'Lisbon' })).hits).toEqual([])
      await engine.close()
    })

    it('changes no value on its way', async () => {
      const env = systemEnv()
      const store = await openPostgres({ url: await withSetting(setting), env, migrations: withSample })
      const data = new Uint8Array([0, 92, 255, 39, 120, 10])
      await store.within({ writes: ['a'] }).tx(function* () {
        yield* run(sql`insert into sample (bank, id, n, label, data) values ('a', 'b', 1, ${"\\'"}, ${data})`)
      })
      const row = await store.query(
        get<{ data: Uint8Array; label: string; sum: number; none: number }>(sql`
          select data, label, cast(0.1 as double precision) + cast(0.2 as double precision) as sum,
            (select count(*) from sample where cast(null as text) = null) as none
          from sample where bank = 'a'`),
      )
      expect([...(row?.data ?? [])]).toEqual([...data])
      expect(row).toMatchObject({ label: "\\'", sum: 0.1 + 0.2, none: 0 })
      await store.close()
    })
  })

  const isolations = [
    'default_transaction_isolation = serializable',
    'lock_timeout = 1',
    'statement_timeout = 500',
  ]
  it.each(isolations)('%s: programs that start together still take turns', async (setting) => {
    const url = await withSetting(setting)
    const env = systemEnv()
    const slow = { id: withSample.length + 1, name: 'slow', ddl: () => ['select pg_sleep(0.6)'] }
    const all = [0, 1, 2].map(() => openPostgres({ url, env, migrations: [...withSample, slow] }))
    for (const store of await Promise.all(all)) await store.close()
  })

  it('a schema whose name has to be quoted is as good as any', async () => {
    const { url, administrator } = await newRoles()
    const superuser = postgres(administrator, { max: 1, onnotice: () => undefined })
    const role = new URL(url).username
    await superuser.unsafe(`create schema "My team's" authorization ${role}`)
    await superuser.unsafe(`alter role ${role} set search_path = "My team's"`)
    await superuser.end()
    const engine = await openMemory({ home: await temporaryFolder(), store: url, embedder: 'off' })
    const { id } = await engine.as({ user: 'ann' }).capture({ text: 'I live in Lisbon' })
    expect((await engine.as({ user: 'ann' }).search({ question: 'Lisbon' })).hits[0]?.id).toBe(id)
    const administering = engine.as({ administrator: true })
    const { findings } = await administering.doctor({})
    expect(findings.filter(({ isOk, check }) => !isOk && check !== 'what is acknowledged is kept')).toEqual(
      [],
    )
    expect(await administering.vacuum({})).toMatchObject({ state: 'physical' })
    await engine.close()
  })

  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'remote_write'],
    ['remote_apply', 'remote_apply'],
  ])('synchronous_commit = %s: a write waits for no less than on', async (set, then) => {
    const url = await withSetting(`synchronous_commit = ${set}`)
    const store = await openPostgres({ url, env: systemEnv(), migrations: withSample })
    const read = () => get<{ is: string }>(sql`select current_setting('synchronous_commit') as "is"`)
    const seen = function* () {
      return yield* read()
    }
    expect(await store.tx(seen)).toEqual({ is: then })
    expect(await store.within({ writes: ['a'] }).tx(seen)).toEqual({ is: then })
    await store.close()
  })
})
