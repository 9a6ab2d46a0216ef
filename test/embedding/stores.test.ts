import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Engine, openMemory, restoreBackup } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { archiveOf } from '../transfer/stores.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { conversation, openEmbedding, settled, storedIn, withFile } from './open-embedding.js'

describe('an archive', () => {
  it('holds no vectors: what it brings is pending, and embedded where it arrives', async () => {
    const engine = await openEmbedding(await temporaryFolder(), { embedder: denseEmbedder() })
    await engine.as({ user: 'ann' }).import({ content: conversation(5) })
    await settled(engine)
    const archive = await archiveOf(engine)
    await engine.close()
    expect(archive.join('\n')).not.toMatch(/vector|embedding/)
    const home = await temporaryFolder()
    const embedder = denseEmbedder()
    const other = await openEmbedding(home, { embedder })
    await other.as({ administrator: true }).importArchive({ content: archive.join('') })
    // Before anyone asks for it: a call in the bank would look for what is pending.
    while (storedIn(home).length < 5) await new Promise((resolve) => setImmediate(resolve))
    expect(await settled(other)).toMatchObject({ indexed: 5, pending: 0 })
    expect(embedder.calls.flat()).toContain('Ann: turn number 4')
    await other.close()
  })

  it('that is still being read leaves a turn alone whose speaker has not come yet', async () => {
    const home = await temporaryFolder()
    const without = await openEmbedding(home, { embedder: 'off' })
    await without.as({ user: 'ann' }).import({ content: conversation(2) })
    await without.close()
    withFile(home, (db) => db.exec('delete from turn where item_rid = (select max(item_rid) from turn)'))
    const engine = await openEmbedding(home, { embedder: denseEmbedder() })
    expect(await engine.as({ user: 'ann' }).embed({})).toMatchObject({ embedded: 1, pending: 1 })
    await engine.close()
  })
})

describe('a backup', () => {
  it('brings vectors back, but none of what was forgotten since', async () => {
    const home = await temporaryFolder()
    const file = join(await temporaryFolder(), 'memory.backup')
    const engine = await openEmbedding(home, { embedder: denseEmbedder({ dimensions: 96 }) })
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'forgotten after the backup' })
    await ann.capture({ text: 'stays' })
    await settled(engine)
    const [secret] = storedIn(home)
    await engine.as({ administrator: true }).backup({ file })
    await ann.forget({ id })
    await ann.capture({ text: 'later than the backup' })
    await settled(engine)
    await restoreBackup({ home, file, confirm: () => true })
    expect(storedIn(home)).toMatchObject([{ body: 'stays' }])
    // Under row numbers that were others' before.
    await ann.capture({ text: 'after the restore' })
    expect(await settled(engine)).toMatchObject({ indexed: 2, failed: 0, pending: 0 })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
    const bytes = Buffer.concat(readdirSync(home).map((name) => readFileSync(join(home, name))))
    expect(bytes.includes(secret?.vector?.subarray(0, 16) ?? '')).toBe(false)
  })
})

describe('clearing a memory', () => {
  it("takes its vectors and leaves another's", async () => {
    const home = await temporaryFolder()
    const engine = await openEmbedding(home, { embedder: denseEmbedder() })
    await engine.as({ user: 'ann' }).import({ content: conversation(150) })
    await engine.as({ user: 'bob' }).capture({ text: "bob's own" })
    await settled(engine)
    await settled(engine, 'bob')
    expect(storedIn(home)).toHaveLength(151)
    expect(await engine.as({ user: 'ann' }).clear({ confirm: 'ann' })).toMatchObject({
      state: 'physical',
      counts: { embedding: 150 },
    })
    expect(storedIn(home)).toMatchObject([{ bank: 'u/bob/main' }])
    expect((await engine.as({ user: 'ann' }).stats({})).embedding).toMatchObject({ indexed: 0, pending: 0 })
    expect((await engine.as({ user: 'bob' }).stats({})).embedding).toMatchObject({ indexed: 1, pending: 0 })
    expect((await engine.as({ user: 'ann' }).doctor({})).isHealthy).toBe(true)
    await engine.close()
  })
})

describe('reindexing', () => {
  it('leaves vectors as they are', async () => {
    const home = await temporaryFolder()
    const embedder = denseEmbedder()
    const engine = await openEmbedding(home, { embedder })
    await engine.as({ user: 'ann' }).import({ content: conversation(10) })
    await settled(engine)
    const before = storedIn(home)
    const asked = embedder.calls.length
    await engine.as({ user: 'ann' }).reindex({ all: true })
    expect(storedIn(home)).toEqual(before)
    expect(embedder.calls).toHaveLength(asked)
    await engine.close()
  })
})

describe('doctor', () => {
  it.each([
    ['vectors', 'delete from item where rid = 2'],
    ['vectors', "update embedding set vector = x'00' where rid = 1"],
    ['vectors', "update embedding set problem = 'refused' where rid = 1"],
    ['vectors', 'delete from embedding_bank'],
    ['vector counters', 'update embedding_bank set indexed = indexed + 1'],
    ['vector counters', 'delete from embedding where rid = 3'],
  ])('finds what is wrong with %s after: %s', async (check, statement) => {
    const home = await temporaryFolder()
    const engine = await openEmbedding(home, { embedder: denseEmbedder() })
    await engine.as({ user: 'ann' }).import({ content: conversation(5) })
    await settled(engine)
    await engine.close()
    withFile(home, (db) => db.exec(statement))
    const blind = await openEmbedding(home, { embedder: 'off' })
    const { findings } = await blind.as({ user: 'ann' }).doctor({})
    expect(findings.find((finding) => finding.check === check)).toMatchObject({
      isOk: false,
      hint: expect.stringContaining('recollect embed'),
    })
    await blind.close()
  })

  it.each(['update embedding_bank set indexed = 99, vectors = 0', 'delete from embedding where rid > 2'])(
    'is satisfied by what it advised, after: %s',
    async (statement) => {
      const home = await temporaryFolder()
      const engine = await openEmbedding(home, { embedder: denseEmbedder() })
      const ann = engine.as({ user: 'ann' })
      await ann.import({ content: conversation(5) })
      await settled(engine)
      withFile(home, (db) => db.exec(statement))
      await ann.embed({})
      expect((await ann.doctor({})).isHealthy).toBe(true)
      expect((await ann.stats({})).embedding).toMatchObject({ indexed: 5, pending: 0 })
      await engine.close()
    },
  )
})

describePostgres('on PostgreSQL', () => {
  it('the same work gives the same numbers as on SQLite', async () => {
    const onSqlite = await work(
      await openMemory({ home: await temporaryFolder(), zone: 'UTC', embedder: scripted() }),
    )
    const postgres = await newDatabase()
    const onPostgres = await work(await openMemory({ store: postgres, zone: 'UTC', embedder: scripted() }))
    expect(onPostgres).toEqual(onSqlite)
    expect(onSqlite).toMatchObject([
      { state: 'idle', indexed: 41, failed: 1, pending: 0 },
      { embedding: 1, item: 1 },
      { embedded: 40, failed: 1, pending: 0 },
      { indexed: 40, failed: 1, pending: 0 },
    ])
    const other = await openMemory({
      store: postgres,
      zone: 'UTC',
      embedder: denseEmbedder({ name: 'test:other' }),
    })
    const ann = other.as({ user: 'ann' })
    await expect(ann.embed({})).rejects.toMatchObject({ code: 'index_stale' })
    expect(await ann.embed({ all: true })).toMatchObject({ embedded: 41, pending: 0 })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await other.close()
  })

  it('two processes at once make no vector twice, while others write', async () => {
    const postgres = await newDatabase()
    const slowly = { before: () => new Promise<void>((resolve) => setImmediate(resolve)) }
    const blind = await openMemory({ store: postgres, zone: 'UTC', embedder: 'off' })
    await blind.as({ user: 'ann' }).import({ content: conversation(100) })
    const engines = await Promise.all(
      [1, 2].map(() => openMemory({ store: postgres, zone: 'UTC', embedder: denseEmbedder(slowly) })),
    )
    await Promise.all([
      ...engines.map((engine) => engine.as({ user: 'ann' }).embed({})),
      ...engines.map(async (engine, n) => {
        for (let i = 0; i < 10; i++) await engine.as({ user: 'ann' }).capture({ text: `note ${i} of ${n}` })
      }),
    ])
    await Promise.all(engines.map((engine) => settled(engine)))
    await Promise.all(engines.map((engine) => engine.as({ user: 'ann' }).embed({})))
    const { embedding } = await blind.as({ user: 'ann' }).stats({})
    expect(embedding).toMatchObject({ indexed: 120, failed: 0, pending: 0 })
    expect((await blind.as({ user: 'ann' }).doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await Promise.all([blind, ...engines].map((engine) => engine.close()))
  })
})

function scripted() {
  return denseEmbedder({
    before: (texts) => {
      if (texts.some((text) => text.includes('poison'))) throw new Error('refused')
    },
  })
}

async function work(engine: Engine): Promise<unknown[]> {
  const ann = engine.as({ user: 'ann' })
  const { id } = await ann.capture({ text: 'forgotten later' })
  await ann.import({
    content: conversation(40, (i) => (i === 7 ? 'poison' : `turn ${i} ${'of many words '.repeat(i)}`)),
  })
  await ann.capture({ text: 'x' })
  const before = await settled(engine)
  const receipt = await ann.forget({ id, verify: false })
  const counts = receipt.preview ? {} : receipt.counts
  const report = await ann.embed({ all: true })
  const { embedding } = await ann.stats({})
  expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
  await engine.close()
  return [before, counts, report, embedding]
}
