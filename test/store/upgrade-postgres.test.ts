import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { migrations } from '../../src/store/migrations/all.js'
import type { Migration } from '../../src/store/migrations/migration.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { inFile, type MemoryPlace } from '../each-engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { runSeed } from '../random.js'
import { steadyEnv } from '../transfer/stores.js'
import { anyScript, runScript } from './any-script.js'
import { comparableRows } from './comparable-rows.js'
import { copyRows } from './copy-rows.js'
import { connectTo, rowsOf } from './rows-of.js'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'schema')
const released = readdirSync(fixtures)
  .filter((name) => name.endsWith('.db'))
  .map((name) => Number.parseInt(name, 10))
  .sort((a, b) => a - b)

/** The same rows in a file and in a database, both of that schema. */
async function pairOf(schema: number): Promise<{ file: MemoryPlace; database: Required<MemoryPlace> }> {
  const file = { home: await temporaryFolder() }
  copyFileSync(join(fixtures, `${schema}.db`), storeFile(file.home))
  const database = { home: await temporaryFolder(), store: await newDatabase() }
  await openUpTo(database, schema)
  await copyRows(storeFile(file.home), database.store)
  return { file, database }
}

describePostgres('a database of an earlier schema', () => {
  // All of them in test/soak.
  const jumped = process.env['RECOLLECT_SOAK'] === undefined ? [1, 6, BEFORE_WALLS] : released
  it.each(jumped)('%i is upgraded in one jump, as a file is (S07)', async (schema) => {
    const { file, database } = await pairOf(schema)
    await openUpTo(file, migrations.length)
    await openUpTo(database, migrations.length)
    await isSame(database, file)
  })

  it('is upgraded step by step as in one jump (S07)', async () => {
    const { file, database } = await pairOf(1)
    for (let schema = 2; schema <= migrations.length; schema++) {
      await openUpTo(file, schema)
      await openUpTo(database, schema)
      expect(comparableRows(await rowsOf(database))).toEqual(comparableRows(await rowsOf(file)))
    }
    await isSame(database, file)
  })

  it(`with some of everything in it is upgraded as a file is (SEED=${runSeed})`, async () => {
    const file = await inFile()
    const env = steadyEnv()
    const engine = await openMemory({ ...file, env, zone: 'UTC', durability: 'normal', embedder: 'off' })
    const [script = []] = fc.sample(anyScript(250), { numRuns: 1, seed: runSeed })
    await runScript(engine, script, env)
    await engine.close()
    const database = { home: await temporaryFolder(), store: await newDatabase() }
    await openUpTo(database, BEFORE_WALLS)
    await copyRows(storeFile(file.home), database.store)
    await openUpTo(database, migrations.length)
    const kept = [...(await rowsOf(database)).values()].filter((rows) => rows.length > 0)
    expect(kept.length).toBeGreaterThan(20)
    await isSame(database, file)
  })

  it.each([1, BEFORE_WALLS])(
    '%i is left as it was, and usable, when a migration fails (S07)',
    async (schema) => {
      const { file, database } = await pairOf(schema)
      const before = [await rowsOf(database), await catalogueOf(database.store)]
      await expect(openUpTo(database, migrations.length, [broken])).rejects.toMatchObject({
        code: 'store_failed',
        hint: expect.stringContaining('keeps working'),
      })
      expect([await rowsOf(database), await catalogueOf(database.store)]).toEqual(before)
      await openUpTo(database, schema)
      await openUpTo(file, migrations.length)
      await openUpTo(database, migrations.length)
      await isSame(database, file)
    },
  )
})

/** The last schema whose rows the database itself numbers. */
const BEFORE_WALLS = 10

/** The rows and the answers of the file, in a schema as a new database has it. */
async function isSame(database: Required<MemoryPlace>, file: MemoryPlace): Promise<void> {
  const rows = comparableRows(await rowsOf(file))
  expect(rows.item?.length).toBeGreaterThan(0)
  expect(comparableRows(await rowsOf(database))).toEqual(rows)
  const fresh = { home: await temporaryFolder(), store: await newDatabase() }
  await openUpTo(fresh, migrations.length)
  expect(await catalogueOf(database.store)).toEqual(await catalogueOf(fresh.store))
  expect(await lookAt(database)).toEqual(await lookAt(file))
}

/** Does half of its work before it fails. */
const broken: Migration = {
  id: migrations.length + 1,
  name: 'break',
  ddl: () => ['delete from item', 'alter table item add column half bigint', 'create index on nowhere (x)'],
}

async function openUpTo(
  { home, store: url }: MemoryPlace,
  schema: number,
  more: readonly Migration[] = [],
): Promise<void> {
  const options = { env: systemEnv(), migrations: [...migrations.slice(0, schema), ...more] }
  const store =
    url === undefined
      ? await openSqlite({ file: storeFile(home), ...options })
      : await openPostgres({ url, ...options })
  await store.close()
}

/** What the users of the fixtures find there, and what is wrong with it. */
async function lookAt(place: MemoryPlace): Promise<unknown> {
  const engine = await openMemory({ ...place, zone: 'UTC', env: steadyEnv('01') })
  try {
    const ann = engine.as({ user: 'ann' })
    const texts = []
    for (const question of ['where does Mia live?', '部署方案', 'Lisbon garden']) {
      const { hits } = await ann.search({ question, now: '2026-05-01' })
      texts.push(hits.map(({ text, score }) => [text, score]))
    }
    const troubles = []
    for (const user of ['ann', 'Ann', 'bob']) {
      const { findings } = await engine.as({ user }).doctor({})
      troubles.push(...findings.filter(({ isOk }) => !isOk))
    }
    return { texts, stats: await ann.stats({}), thoughts: await ann.thoughts({}), troubles }
  } finally {
    await engine.close()
  }
}

/** Every column, index, constraint, policy and view, as the server has it. */
async function catalogueOf(url: string): Promise<unknown[]> {
  const sql = connectTo(url)
  try {
    return [
      ...(await sql`
        select table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity
        from information_schema.columns where table_schema = current_schema() order by 1, 2`),
      ...(await sql`select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1`),
      ...(await sql`
        select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as says
        from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`),
      ...(await sql`select tablename, policyname, cmd, qual, with_check from pg_policies order by 1, 2`),
      ...(await sql`
        select relname, relkind, relrowsecurity, relforcerowsecurity, reloptions from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') order by 1`),
    ]
  } finally {
    await sql.end()
  }
}
