import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { temporaryFolder } from '../open-spine.js'
import { type Cluster, findServer, startCluster } from '../postgres/cluster.js'
import { describePostgres } from '../postgres/database.js'
import { type Needle, needlesOf, searchBytes } from './trace-detector.js'

/** What is forgotten stays so: each is another. */
const secrets = ['astrolabe', 'theodolite', 'planimeter'].map((thing) => ({
  text: `Xylophilia Quatermass-Fenwick keeps the brass ${thing} under Ptolemais Hermiou`,
  session: `holiday with the ${thing} in Ouagadougoupolis`,
  tag: `${thing}quokkamarzipan`,
}))

// On a server of its own: what is left in its folder is told to the byte.
describePostgres('PostgreSQL: what is forgotten, in the files of the server', () => {
  let cluster: Cluster
  let folder: string
  let superuser: postgres.Sql
  let engine: Engine
  let ann: Memory
  let administrator: Memory

  beforeAll(async () => {
    cluster = await startCluster(findServer() as string)
    const setup = postgres(cluster.url('postgres'), { max: 1 })
    await setup.unsafe(`create role keeper login password '${cluster.password}'`)
    await setup.unsafe('create database memory owner keeper')
    await setup.end()
    superuser = postgres(cluster.url('memory'), { max: 1, onnotice: () => undefined })
    const [row] = await superuser<{ at: string }[]>`select current_setting('data_directory') as at`
    folder = row?.at ?? ''
    engine = await openMemory({
      home: await temporaryFolder(),
      store: cluster.urlOf('keeper', 'memory'),
      embedder: createHashEmbedder({ dimensions: 96 }),
      busyTimeoutMs: 2_000,
    })
    ann = engine.as({ user: 'ann' })
    administrator = engine.as({ user: 'ann', administrator: true })
  })
  afterAll(async () => {
    await engine?.close()
    await superuser?.end()
    await cluster?.stop()
  })

  /** What is to be found of it: text, session, tag, and the bytes of its vector. */
  async function keepOne(): Promise<{ id: string; session: string; needles: Needle[] }> {
    const { text, session, tag } = secrets.pop() as (typeof secrets)[number]
    await ann.capture({ text: 'a neighbour that stays, and says nothing of it' })
    await ann.import({ content: JSON.stringify({ role: 'user', content: 'we leave on Friday' }), session })
    const { id } = await ann.capture({ text, tags: [tag] })
    await ann.search({ question: 'what does Quatermass keep?' })
    await ann.embed({})
    const rows = await superuser<{ vector: Buffer }[]>`
      select e.vector from embedding e join item i on i.bank = e.bank and i.rid = e.item_rid
      where i.id = ${id} and e.vector is not null`
    expect(rows).toHaveLength(1)
    const vector = { form: 'vector', bytes: Buffer.from(rows[0]?.vector.subarray(0, 24) ?? []) }
    return { id, session, needles: [...needlesOf(text), ...needlesOf(session), ...needlesOf(tag), vector] }
  }

  async function forgetAll({ id, session }: { id: string; session: string }) {
    const receipt = await ann.forget({ id })
    await ann.forget({ session })
    return receipt
  }

  /** Forms by where they lie: of the log, or of the database. */
  async function traces(needles: readonly Needle[]) {
    await superuser.unsafe('checkpoint')
    const seen = { database: new Set<string>(), log: new Set<string>() }
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const place = path.includes('pg_wal') ? seen.log : seen.database
      for (const { form } of searchBytes(read(path), needles)) place.add(form)
    }
    return { database: [...seen.database].sort(), log: [...seen.log].sort() }
  }

  it('stays there when its rows are deleted, and after a plain VACUUM, as the receipt says', async () => {
    const kept = await keepOne()
    const { needles } = kept
    await superuser.unsafe('analyze')
    expect((await traces(needles)).database).toEqual(['utf-8', 'vector'])
    const receipt = await forgetAll(kept)
    expect(receipt).toMatchObject({ state: 'logical', reason: expect.stringContaining('recollect vacuum') })
    await superuser.unsafe('vacuum')
    expect((await traces(needles)).database).toEqual(['utf-8', 'vector'])
    const report = await administrator.doctor({})
    const waiting = report.findings.find(({ check }) => check === 'erasure')
    expect(waiting).toMatchObject({
      isOk: true,
      detail: expect.stringMatching(/^2 erasures in 1 banks .* recollect vacuum/),
    })
  })

  it('says how much waits, and leaves everything as it is, where only that is asked', async () => {
    const plan = await administrator.vacuum({ preview: true })
    expect(plan).toMatchObject({ state: 'waiting', waited: { banks: 1, erasures: 2 }, tables: [] })
  })

  it('is not told to be gone while a transaction still sees it', async () => {
    const reader = await superuser.reserve()
    await reader.unsafe('begin isolation level repeatable read; select count(*) from item')
    const held = await administrator.vacuum({})
    await reader.unsafe('rollback')
    reader.release()
    expect(held).toMatchObject({
      state: 'logical',
      tables: [],
      reason: expect.stringContaining('still seen by'),
    })
    expect(await administrator.vacuum({ preview: true })).toMatchObject({ waited: { erasures: 2 } })
  })

  it('is gone from the files of the database, samples of the planner included, once the tables are rewritten', async () => {
    const kept = await keepOne()
    await superuser.unsafe('analyze')
    await forgetAll(kept)
    const done = await administrator.vacuum({})
    expect(done).toMatchObject({ state: 'physical', reason: null, waited: { erasures: 4 } })
    expect(done.kept.join('\n')).toMatch(/write-ahead log/)
    const left = await traces(kept.needles)
    expect(left.database).toEqual([])
    expect(left.log).toContain('utf-8')
    expect(await administrator.vacuum({ preview: true })).toMatchObject({
      waited: { erasures: 0, since: null },
    })
    expect((await ann.search({ question: 'neighbour' })).hits).toHaveLength(1)
  })

  it('is gone from the write-ahead log once its old segments are written over', async () => {
    const kept = await keepOne()
    await forgetAll(kept)
    await administrator.vacuum({})
    // As many as there are, and one more: an old segment is kept under a new name until its turn comes.
    const segments = readdirSync(join(folder, 'pg_wal')).length + 1
    for (let n = 0; n < segments; n++) {
      await superuser.unsafe("select pg_logical_emit_message(false, 'recollect', ''); select pg_switch_wal()")
      await superuser.unsafe('checkpoint')
    }
    expect(await traces(kept.needles)).toEqual({ database: [], log: [] })
  })
})

/** A file that the server has deleted meanwhile holds nothing. */
function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
