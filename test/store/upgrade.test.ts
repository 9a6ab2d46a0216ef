import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { migrations } from '../../src/store/migrations/all.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'schema')
const released = readdirSync(fixtures)
  .filter((name) => name.endsWith('.db'))
  .map((name) => Number.parseInt(name, 10))

const homes = mkdtempSync(join(tmpdir(), 'recollect-upgrade-'))
afterAll(() => rmSync(homes, { recursive: true, force: true }))

/** A copy of what the release with this schema left. */
function storeOf(schema: number): { home: string; file: string } {
  const home = mkdtempSync(join(homes, 'store-'))
  const file = join(home, 'recollect.db')
  copyFileSync(join(fixtures, `${schema}.db`), file)
  return { home, file }
}

it('has a store of every released schema but the newest', () => {
  expect(released.sort((a, b) => a - b)).toEqual(migrations.slice(0, -1).map(({ id }) => id))
})

/** From this one on, a note's facts are read out of it, and are items too. */
const READS_FACTS = 5

describe.each(released)('a store of schema %i', (schema) => {
  const upgrades: readonly [name: string, upgrade: (file: string) => Promise<void>][] = [
    ['in one jump', (file) => openUpTo(file, migrations.length)],
    [
      'step by step',
      async (file) => {
        for (let id = schema + 1; id <= migrations.length; id++) await openUpTo(file, id)
      },
    ],
  ]

  it.each(upgrades)('is upgraded %s, and answers as before', async (_name, upgrade) => {
    const { home, file } = storeOf(schema)
    await upgrade(file)
    expect(schemaOf(file)).toEqual(schemaOf(await freshStore()))
    const engine = await openMemory({ home, zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    expect(await ann.stats({})).toMatchObject({
      items: READS_FACTS <= schema ? 6 : 5,
      sessions: 2,
      forgotten: 1,
    })
    const { hits } = await ann.search({ question: 'where does Mia live?' })
    expect(hits[0]).toMatchObject({ text: 'Mia lives in Lisbon', tags: [] })
    expect((await ann.search({ question: '部署方案' })).hits[0]).toMatchObject({ text: '我们讨论了部署方案' })
    expect((await ann.trace({ id: hits[0]?.id ?? '' })).sources).toHaveLength(1)
    await expect(ann.capture({ text: 'the gate code is 4711' })).rejects.toMatchObject({ code: 'conflict' })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
  })

  it('lets its notes take part in what is new', async () => {
    const { home } = storeOf(schema)
    const engine = await openMemory({ home, zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    const { id, outcome } = await ann.capture({ text: 'Mia lives in Lisbon', tags: ['travel'] })
    expect(outcome).toBe('repeated')
    expect(await ann.get({ id })).toMatchObject({ tags: ['travel'] })
    expect(await ann.forget({ id })).toMatchObject({ state: 'physical', counts: { thought_tag: 1 } })
    await engine.close()
  })
})

async function openUpTo(file: string, schema: number): Promise<void> {
  const store = await openSqlite({ file, env: systemEnv(), migrations: migrations.slice(0, schema) })
  await store.close()
}

async function freshStore(): Promise<string> {
  const file = join(mkdtempSync(join(homes, 'fresh-')), 'recollect.db')
  await openUpTo(file, migrations.length)
  return file
}

/** Every table and index, as it was made. */
function schemaOf(file: string): unknown[] {
  const db = new BetterSqlite3(file, { readonly: true })
  try {
    return db.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  } finally {
    db.close()
  }
}
