import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Claim, LEASE_MS, type WantedJob } from '../../src/store/jobs.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { all, run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const job = (bank: string, over: Partial<WantedJob> = {}): WantedJob => ({
  bank,
  kind: 'embed',
  subject: '',
  actor: '',
  ...over,
})

describePostgres('jobs', () => {
  it('are there once the transaction that wants them is committed, and not before or without', async () => {
    const { store, jobs, close } = await open()
    await expect(
      store.within({ writes: ['u/ann/main'] }).tx(function* () {
        yield* jobs.want(job('u/ann/main'))
        throw new RangeError('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await jobs.claim(['embed'], 10)).toEqual([])
    await want(store, job('u/ann/main'))
    expect(await jobs.claim(['embed'], 10)).toMatchObject([{ bank: 'u/ann/main', wanted: 1, tries: 1 }])
    await close()
  })

  it('are one however often they are wanted, and come again where that was while somebody was at it', async () => {
    const { store, jobs, close } = await open()
    for (let i = 0; i < 3; i++) await want(store, job('u/ann/main'))
    const [first] = await jobs.claim(['embed'], 10)
    expect(await jobs.claim(['embed'], 10)).toEqual([])
    await want(store, job('u/ann/main'))
    expect(await jobs.finish(first as Claim)).toBe(false)
    const [second] = await jobs.claim(['embed'], 10)
    expect(await jobs.finish(second as Claim)).toBe(true)
    expect(await jobs.claim(['embed'], 10)).toEqual([])
    expect(await rows(store)).toEqual([])
    await close()
  })

  it('are taken by one of many who ask at once', async () => {
    const { store, jobs, close } = await open()
    const banks = Array.from({ length: 60 }, (_, i) => `u/user${i}/main`)
    for (const bank of banks) await want(store, job(bank))
    const taken = await Promise.all(Array.from({ length: 20 }, () => jobs.claim(['embed'], 3)))
    const left = await jobs.claim(['embed'], 60)
    expect([...taken.flat(), ...left].map(({ bank }) => bank).sort()).toEqual([...banks].sort())
    await close()
  })

  it('fall to another when the lease ends, and the first is told that they are no longer its own', async () => {
    const { store, jobs, close } = await open()
    await want(store, job('u/ann/main'))
    const [dead] = (await jobs.claim(['embed'], 1)) as [Claim]
    expect(await jobs.claimOne(job('u/ann/main'))).toBeUndefined()
    expect(await jobs.extend(dead)).toBe(true)
    await later(store, LEASE_MS)
    const [heir] = (await jobs.claim(['embed'], 1)) as [Claim]
    expect(heir).toMatchObject({ bank: 'u/ann/main', tries: 2 })
    expect(await jobs.extend(dead)).toBe(false)
    await jobs.fail(dead, { code: 'late', isPassing: false })
    await jobs.release(dead)
    expect(await jobs.extend(heir)).toBe(true)
    expect(await jobs.finish(dead)).toBe(true)
    expect(await rows(store)).toMatchObject([{ claimed_by: heir.id }])
    await close()
  })

  it('that fail are tried later and later, then left until they are wanted again', async () => {
    const { store, jobs, close } = await open()
    await want(store, job('u/ann/main'))
    const waits: number[] = []
    for (;;) {
      const [claim] = await jobs.claim(['embed'], 1)
      if (claim === undefined) break
      await jobs.fail(claim, { code: 'poison', isPassing: false })
      expect(await jobs.claim(['embed'], 1)).toEqual([])
      const [row] = await rows(store)
      waits.push(row?.due_in ?? Number.POSITIVE_INFINITY)
      await later(store, 600_000)
    }
    expect(waits).toHaveLength(8)
    expect(waits.every((wait, i) => i === 0 || wait > (waits[i - 1] as number))).toBe(true)
    expect(await store.read(jobs.counts, 'u/ann/main')).toMatchObject([
      { kind: 'embed', state: 'failed', count: 1, error: 'poison' },
    ])
    await want(store, job('u/ann/main'))
    expect(await jobs.claim(['embed'], 1)).toMatchObject([{ tries: 1 }])
    await close()
  })

  it('whose workers die again and again are left alone, and say why', async () => {
    const { store, jobs, close } = await open()
    await want(store, job('u/ann/main'))
    let deaths = 0
    while ((await jobs.claim(['embed'], 1)).length > 0) {
      deaths += 1
      await later(store, LEASE_MS)
    }
    expect(deaths).toBe(8)
    expect(await store.read(jobs.counts)).toMatchObject([{ state: 'failed', error: 'workers_died' }])
    await close()
  })

  it('for which there is no model now are tried for ever', async () => {
    const { store, jobs, close } = await open()
    await want(store, job('u/ann/main'))
    for (let i = 0; i < 20; i++) {
      const [claim] = (await jobs.claim(['embed'], 1)) as [Claim]
      await jobs.fail(claim, { code: 'model_unavailable', isPassing: true })
      await later(store, 600_000)
    }
    expect(await jobs.claim(['embed'], 1)).toHaveLength(1)
    await close()
  })

  it('of other kinds and other banks are not seen by who asks for some', async () => {
    const { store, jobs, close } = await open()
    await want(store, job('u/ann/main'))
    await want(store, job('u/ben/main', { kind: 'read-tasks' }))
    expect(await jobs.claim(['read-tasks'], 9)).toMatchObject([{ bank: 'u/ben/main' }])
    const own = store.within({ writes: ['u/ann/main'] })
    expect(await own.read(jobs.counts)).toMatchObject([{ kind: 'embed', state: 'waiting', count: 1 }])
    await close()
  })
})

async function open() {
  const store = await openPostgres({ url: await newDatabase(), env: systemEnv() })
  const { jobs } = store
  if (jobs === undefined) throw new Error('this store has no jobs')
  return { store, jobs, close: () => store.close() }
}

function want(store: Store, wanted: WantedJob): Promise<void> {
  return store.within({ writes: [wanted.bank] }).tx(function* () {
    if (store.jobs !== undefined) yield* store.jobs.want(wanted)
  })
}

/** As if time had passed: its clock is the database's. */
function later(store: Store, ms: number): Promise<number> {
  return store.tx(function* () {
    return yield* run(sql`update job set due_at = due_at - ${ms} - 1000`)
  })
}

function rows(store: Store) {
  return store.query(
    all<{ claimed_by: string | null; due_in: number | null }>(sql`
      select claimed_by, due_at - cast(extract(epoch from now()) * 1000 as bigint) as due_in from job`),
  )
}
