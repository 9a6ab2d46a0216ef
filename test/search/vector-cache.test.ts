import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import type { NearPassage } from '../../src/search/vectors/meaning.js'
import { createVectorCache } from '../../src/search/vectors/vector-cache.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { createVectors } from '../vectors.js'
import { BANK, fingerprint, nearContract, openNear, patience } from './near-contract.js'
import { addVectors } from './vector-rows.js'

const { any } = createVectors(64, 11)

const sqlite = async () => openSqlite({ file: storeFile(await temporaryFolder()), env: systemEnv() })

describe('the vectors of the banks in use, on SQLite', () => nearContract(sqlite, createVectorCache))
describePostgres('the vectors of the banks in use, on PostgreSQL', () =>
  nearContract(async () => openPostgres({ url: await newDatabase(), env: systemEnv() }), createVectorCache),
)

describe('the vectors of the banks in use', () => {
  it('let others work while a large bank is read, and say so to who does not wait', async () => {
    const { store, vectors: cache, ask, close } = await openNear(sqlite, createVectorCache)
    const vectors = Array.from({ length: 4_000 }, any)
    await addVectors(store, BANK, vectors)
    let turns = 0
    const beside = setInterval(() => {
      turns += 1
    }, 0)
    const inHaste = await cache.near(BANK, { vector: vectors[0]!, model: fingerprint }, AbortSignal.abort())
    expect(inHaste).toMatchObject({ outcome: 'missing' })
    expect((inHaste as { reason: string }).reason).toMatch(/still being read \(\d+ %\)/)
    expect((await ask(vectors[0]!)).length).toBeGreaterThanOrEqual(100)
    clearInterval(beside)
    expect(turns).toBeGreaterThan(2)
    await close()
  })

  it('are dropped when they are too many, those first that were not asked for longest', async () => {
    const {
      store,
      vectors: cache,
      close,
    } = await openNear(sqlite, (on) => createVectorCache(on, { maxBytes: 3_000_000 }))
    const banks = Array.from({ length: 8 }, (_, i) => `u/ann/bank${i}`)
    const vectors = Array.from({ length: 2_100 }, any)
    for (const bank of banks) await addVectors(store, bank, vectors)
    for (const round of [0, 1]) {
      for (const bank of banks) {
        const vector = vectors[round]!
        const found = await cache.near(bank, { vector, model: fingerprint }, patience())
        expect(found).toMatchObject({ outcome: 'found', near: { 0: { itemRid: round + 1 } } })
        expect(cache.bytes).toBeLessThan(3_000_000)
      }
    }
    await close()
  })

  it('answer many questions at once as they do one after another', async () => {
    const { store, ask, close } = await openNear(sqlite, createVectorCache)
    const vectors = Array.from({ length: 1_200 }, any)
    await addVectors(store, BANK, vectors)
    const together = await Promise.all(vectors.slice(0, 20).map((vector) => ask(vector)))
    const alone: (readonly NearPassage[])[] = []
    for (const vector of vectors.slice(0, 20)) alone.push(await ask(vector))
    expect(together).toEqual(alone)
    await close()
  })

  it('end what they read when the store is closed, and say why they do not answer', async () => {
    const { store, vectors: cache, close } = await openNear(sqlite, createVectorCache)
    await addVectors(store, BANK, Array.from({ length: 3_000 }, any))
    void cache.warm(BANK)
    const asked = cache.near(BANK, { vector: any(), model: fingerprint }, patience())
    await close()
    expect((await asked).outcome).toBe('missing')
    const late = await cache.near(BANK, { vector: any(), model: fingerprint }, patience())
    expect(late).toEqual({ outcome: 'missing', reason: 'the memory is being closed' })
  })
})
