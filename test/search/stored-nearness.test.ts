import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { doctor } from '../../src/items/doctor.js'
import { reindex } from '../../src/items/reindex.js'
import { loadIdentityKey, type Spine } from '../../src/items/spine.js'
import { kinds } from '../../src/kinds.js'
import { reachOf } from '../../src/reach.js'
import { createNearVectors } from '../../src/search/vectors/create-near-vectors.js'
import { fillStored } from '../../src/search/vectors/fill-stored.js'
import { cosine } from '../../src/search/vectors/vector.js'
import { createVectorCache } from '../../src/search/vectors/vector-cache.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { all, batch, column, get, run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { startVectorServer, type VectorServer } from '../postgres/pglite.js'
import { createVectors } from '../vectors.js'
import { BANK, fingerprint, nearContract, openNear, patience } from './near-contract.js'
import { addVectors, model, removeVectors } from './vector-rows.js'

let server: VectorServer
beforeAll(async () => {
  server = await startVectorServer()
})
afterAll(() => server.stop())

/** PGlite has one connection. */
const reopened = () => openPostgres({ url: server.url, env: systemEnv(), poolSize: 1 })

async function fresh(): Promise<Store> {
  await server.empty()
  return reopened()
}

const { any, near } = createVectors(64, 5)

describe('the vectors of the banks in use, on PostgreSQL with pgvector', () =>
  nearContract(fresh, createNearVectors))

describe('vectors that PostgreSQL compares', () => {
  it('are answered as those that this process compares', async () => {
    const { store, ask, close } = await openNear(fresh, createNearVectors)
    const rows = createVectorCache(store)
    const vectors = Array.from({ length: 1_500 }, any)
    await addVectors(store, BANK, vectors)
    for (let i = 0; i < 20; i++) {
      const vector = near(vectors[i * 7]!, 0.4)
      const [own, cached] = [
        await ask(vector),
        await rows.near(BANK, { vector, model: fingerprint }, patience()),
      ]
      if (cached.outcome === 'missing') throw new Error(cached.reason)
      expect(own.slice(0, 20)).toEqual(cached.near.slice(0, 20))
      const similarities = new Map(cached.near.map(({ rid, similarity }) => [rid, similarity]))
      const both = own.filter(({ rid }) => similarities.has(rid))
      expect(both.length).toBeGreaterThan(0.9 * own.length)
      for (const { rid, similarity } of both) expect(similarity).toBeCloseTo(similarities.get(rid)!, 2)
    }
    await rows.close()
    await close()
  })

  it('are looked for in their rows until PostgreSQL has them all', async () => {
    const { store, vectors: asked, ask, close } = await openNear(fresh, createNearVectors)
    const vectors = Array.from({ length: 700 }, any)
    await addVectors(store, BANK, vectors, model, { isLacking: true })
    const lacking = () => store.query(store.vectors!.countWrong(BANK))
    expect(await lacking()).toEqual({ n: 700 })
    const before = await ask(vectors[9]!)
    expect(before[0]).toMatchObject({ itemRid: 10, similarity: cosine(vectors[9]!, vectors[9]!) })
    await asked.close()
    const again = createNearVectors(store)
    // What the first call began ended with it, or was done: this goes on where that was.
    await fillStored(store, store.vectors!, { bank: BANK, dimensions: 64, after: 0 })
    expect(await lacking()).toEqual({ n: 0 })
    const after = await again.near(BANK, { vector: vectors[9]!, model: fingerprint }, patience())
    if (after.outcome === 'missing') throw new Error(after.reason)
    expect(after.near.slice(0, 20)).toEqual(before.slice(0, 20))
    await again.close()
    await close()
  })

  it('are found where the extension came after the rows', async () => {
    const store = await fresh()
    const [rid] = await addVectors(store, BANK, [any()])
    await store.tx(function* takeAway() {
      yield* run(sql`drop extension vector cascade`)
      yield* run(sql`drop table embedding_near`)
    })
    const later = any()
    await store.close()
    const { vectors: asked, store: again, ask, close } = await openNear(reopened, createNearVectors)
    const [second] = await addVectors(again, BANK, [later], model, { isLacking: true })
    expect((await ask(later)).map((found) => found.rid)).toEqual([second, rid])
    await asked.close()
    await close()
  })

  it('are looked at by doctor, and made whole by reindex', async () => {
    const { store, close } = await openNear(fresh, createNearVectors)
    await addVectors(store, BANK, [any(), any()], model, { isLacking: true })
    const ann = reachOf({ user: 'ann' })
    const env = systemEnv()
    const spine: Spine = { store, env, identityKey: await loadIdentityKey(store, env), zone: 'UTC', kinds }
    const finding = async () =>
      (await doctor(spine, ann)).find(({ check }) => check === 'vectors that the server compares')
    expect(await finding()).toMatchObject({ isOk: false, detail: '2 are lacking or of other dimensions' })
    await reindex(spine, [ann], { all: false }, () => undefined)
    expect(await finding()).toMatchObject({ isOk: true })
    await close()
  })

  it('are gone with their rows', async () => {
    const { store, close } = await openNear(fresh, createNearVectors)
    const rids = await addVectors(store, BANK, [any(), any(), any()])
    await removeVectors(store, BANK, rids.slice(1))
    const left = await store.query(
      column<number>(sql`select text_rid from embedding_near where bank = ${BANK}`),
    )
    expect(left).toEqual([1])
    await close()
  })

  it('are ranked by an index of the bank where there are many', async () => {
    const { store, close } = await openNear(fresh, createNearVectors)
    const stored = store.vectors!
    const vectors = Array.from({ length: 2_000 }, any)
    await addVectors(store, BANK, vectors)
    await addVectors(store, 'u/bob/main', vectors.slice(0, 50))
    expect(await stored.makeIndex(BANK, 64)).toBe(true)
    expect(await stored.makeIndex(BANK, 64)).toBe(false)
    const within = store.within({ reads: [BANK], writes: [] })
    let found = 0
    for (let i = 0; i < 30; i++) {
      const vector = near(vectors[i * 60]!, 0.5)
      const nearest = stored.nearest(BANK, { vector, model: fingerprint, count: 128, exact: 40 })
      const [, rows] = await within.query(batch(nearest))
      expect(rows).toHaveLength(128)
      const exact = vectors
        .map((other, index) => ({ itemRid: index + 1, similarity: cosine(vector, other) }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, 10)
      const ids = new Set(rows.map(({ item_rid }) => item_rid))
      found += exact.filter(({ itemRid }) => ids.has(itemRid)).length
    }
    expect(found / 300).toBeGreaterThanOrEqual(0.98)
    await store.query(get(sql`select cast(pg_stat_force_next_flush() as text) as told`))
    const used = await store.query(
      all<{ scans: number }>(sql`
        select cast(idx_scan as bigint) as scans from pg_stat_all_indexes
        where indexrelname like 'embedding\_near\_%\_64'`),
    )
    expect(used[0]?.scans).toBeGreaterThanOrEqual(30)
    await close()
  })
})
