import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { all, get, run } from '../../src/store/statement.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { closedGate } from '../embedding/open-embedding.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { shareWork, want } from './shared-work.js'

describePostgres('work that several processes share', () => {
  it('is done once, by four of them: none lost, no text embedded twice', async () => {
    const report = await shareWork({ banks: 80, processes: 4, killed: 0 })
    expect(report).toMatchObject({ embedded: { 1: 80 }, done: 80, vectors: 80, jobsLeft: 0 })
  }, 180_000)

  it('is taken over from those that were killed, and done once in effect', async () => {
    const report = await shareWork({ banks: 30, processes: 2, killed: 2 })
    expect(report).toMatchObject({ done: 30, vectors: 30, jobsLeft: 0 })
    // What the dead had begun, and no more, was begun again.
    expect(Object.keys(report.embedded)).toEqual(['1', '2'])
  }, 180_000)

  it('brings nothing back that was forgotten while it was under way', async () => {
    const url = await newDatabase()
    const gate = closedGate()
    let isUnderWay: () => void = () => undefined
    const underWay = new Promise<void>((resolve) => (isUnderWay = resolve))
    const other = await openMemory({ store: url, zone: 'UTC', embedder: 'off' })
    const { id } = await other.as({ user: 'ann' }).capture({ text: 'to be forgotten' })
    const store = await openPostgres({ url, env: systemEnv() })
    await want(store, 'u/ann/main')
    const worker = await openMemory({
      store: url,
      zone: 'UTC',
      workers: 1,
      embedder: denseEmbedder({
        before: async () => {
          isUnderWay()
          await gate.opened
        },
      }),
    })
    await underWay
    await other.as({ user: 'ann' }).forget({ id, verify: false })
    gate.open()
    const jobs = () => store.query(get<{ n: number }>(sql`select count(*) as n from job`))
    while ((await jobs())?.n !== 0) await pause(20)
    expect(await store.query(all(sql`select rid from embedding`))).toEqual([])
    expect((await other.as({ user: 'ann' }).stats({})).embedding).toMatchObject({ indexed: 0, pending: 0 })
    await Promise.all([worker.close(), other.close(), store.close()])
  })

  it('that a process makes is left to the one that is at that bank already', async () => {
    const url = await newDatabase()
    const gate = closedGate()
    let isUnderWay: () => void = () => undefined
    const underWay = new Promise<void>((resolve) => (isUnderWay = resolve))
    const busyEmbedder = denseEmbedder({
      before: async () => {
        isUnderWay()
        await gate.opened
      },
    })
    const idleEmbedder = denseEmbedder()
    const busy = await openMemory({ store: url, zone: 'UTC', embedder: busyEmbedder })
    const idle = await openMemory({ store: url, zone: 'UTC', embedder: idleEmbedder })
    await busy.as({ user: 'ann' }).capture({ text: 'the first note' })
    await underWay
    for (let i = 0; i < 5; i++) await idle.as({ user: 'ann' }).capture({ text: `later note ${i}` })
    gate.open()
    const pending = async () => (await idle.as({ user: 'ann' }).stats({})).embedding.pending
    while ((await pending()) > 0) await pause(20)
    expect(idleEmbedder.calls.flat()).toEqual([])
    expect(new Set(busyEmbedder.calls.flat()).size).toBe(6)
    expect(busyEmbedder.calls.flat()).toHaveLength(6)
    await Promise.all([busy.close(), idle.close()])
  })

  it('is the reading of closed tasks, too, where the process that closed them has died over it', async () => {
    const url = await newDatabase()
    const engine = await openMemory({ store: url, zone: 'UTC', embedder: 'off' })
    const ann = engine.as({ user: 'ann' })
    await ann.transcriptAppend({
      session: 'move',
      events: [{ type: 'message', role: 'user', text: 'Always answer in French, please.' }],
    })
    await ann.taskOpen({ name: 'Move', goal: 'move the blog', session: 'move' })
    await ann.taskClose({ task: 'Move', outcome: 'it runs' })
    const read = async () => (await ann.taskShow({ task: 'Move' })).task.extraction
    while (!/^(done|skipped)/.test((await read()) ?? '')) await pause(20)
    const store = await openPostgres({ url, env: systemEnv() })
    await store.within({ writes: ['u/ann/main'] }).tx(function* die() {
      yield* run(sql`update task set extraction = ${`reading since ${Date.now()}`} where bank = 'u/ann/main'`)
      yield* run(sql`
        insert into job (bank, kind, subject, actor, wanted, tries, due_at, claimed_by)
        values ('u/ann/main', 'read-tasks', '', '{"audience":"user","user":"ann","agent":null}', 1, 1, 0, 'a dead one')`)
    })
    expect(await read()).toMatch(/^reading/)
    const worker = await openMemory({ store: url, zone: 'UTC', embedder: 'off', workers: 1 })
    while (!/^(done|skipped)/.test((await read()) ?? '')) await pause(20)
    await Promise.all([worker.close(), engine.close(), store.close()])
  })
})
