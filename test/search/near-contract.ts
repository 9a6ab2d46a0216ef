import { expect, it } from 'vitest'
import { GENERATION_LEAP } from '../../src/items/bank.js'
import { fingerprintOf } from '../../src/model/embedder.js'
import type { Meaning, NearPassage } from '../../src/search/vectors/meaning.js'
import type { NearVectors } from '../../src/search/vectors/near-vectors.js'
import { cosine } from '../../src/search/vectors/vector.js'
import { sql } from '../../src/store/sql.js'
import { run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { createVectors } from '../vectors.js'
import { addVectors, model, removeVectors } from './vector-rows.js'

export const BANK = 'u/ann/main'
export const fingerprint = fingerprintOf(model)

/** What is true of vectors wherever they are compared. */
export function nearContract(open: () => Promise<Store>, create: (store: Store) => NearVectors): void {
  const { any, near } = createVectors(64, 11)
  const opened = () => openNear(open, create)

  it('finds the nearest, with the cosines of the vectors as they are stored', async () => {
    const { store, ask, close } = await opened()
    const vectors = Array.from({ length: 1_500 }, any)
    const rids = await addVectors(store, BANK, vectors)
    const question = near(vectors[3]!, 0.2)
    const found = await ask(question)
    expect(found[0]).toEqual({ rid: rids[3], itemRid: 4, similarity: cosine(question, vectors[3]!) })
    expect(found.length).toBeGreaterThanOrEqual(100)
    for (const [place, { rid, similarity }] of found.entries()) {
      // Those that nobody sees need not be as exact.
      const isShown = place < 30
      expect(similarity).toBeCloseTo(cosine(question, vectors[rids.indexOf(rid)]!), isShown ? 6 : 2)
    }
    await close()
  })

  it('sees what was written since, by anyone', async () => {
    const { store, ask, close } = await opened()
    await addVectors(store, BANK, Array.from({ length: 20 }, any))
    const question = any()
    expect((await ask(question)).length).toBe(20)
    const [rid] = await addVectors(store, BANK, [question])
    expect((await ask(question))[0]).toMatchObject({ rid })
    await close()
  })

  it('never finds again what was removed, be it one vector or most of them', async () => {
    const { store, ask, close } = await opened()
    const vectors = Array.from({ length: 2_500 }, any)
    const rids = await addVectors(store, BANK, vectors)
    expect((await ask(vectors[0]!))[0]?.rid).toBe(rids[0])
    await removeVectors(store, BANK, rids.slice(0, 1))
    expect((await ask(vectors[0]!)).map(({ rid }) => rid)).not.toContain(rids[0])
    await removeVectors(store, BANK, rids.slice(0, 2_000))
    const found = await ask(vectors[5]!)
    expect(found.length).toBeGreaterThanOrEqual(100)
    expect(found.every(({ rid }) => rid > rids[1_999]!)).toBe(true)
    expect((await ask(vectors[2_400]!))[0]?.rid).toBe(rids[2_400])
    await close()
  })

  it('keeps banks apart', async () => {
    const { store, vectors: asked, ask, close } = await opened()
    const secret = any()
    await addVectors(store, 'u/bob/main', [secret])
    await addVectors(store, BANK, [any()])
    expect(await ask(secret)).toHaveLength(1)
    expect((await ask(secret))[0]!.similarity).toBeLessThan(0.99)
    const nothing = await asked.near('u/eve/main', { vector: secret, model: fingerprint }, patience())
    expect(nothing).toMatchObject({ outcome: 'found', near: [] })
    await close()
  })

  it('never compares vectors of two models, and says how to make them of one', async () => {
    const { store, vectors: asked, ask, close } = await opened()
    const rids = await addVectors(store, BANK, Array.from({ length: 10 }, any))
    const other = fingerprintOf({ ...model, name: 'test:other' })
    const refused = await asked.near(BANK, { vector: any(), model: other }, patience())
    expect(refused).toEqual({
      outcome: 'missing',
      reason: `the vectors of this memory are made by ${fingerprint}, the embedder is ${other}; run: recollect embed --all`,
    })
    expect(await ask(any())).toHaveLength(10)
    await removeVectors(store, BANK, rids)
    const fresh = Array.from({ length: 3 }, any)
    await addVectors(store, BANK, fresh, { ...model, name: 'test:other' })
    const found = await asked.near(BANK, { vector: fresh[2]!, model: other }, patience())
    expect(found).toMatchObject({ outcome: 'found', near: { length: 3 } })
    await close()
  })

  it('reads anew where the bank was put back to what it was', async () => {
    const { store, ask, close } = await opened()
    const vectors = Array.from({ length: 3 }, any)
    const rids = await addVectors(store, BANK, vectors)
    expect((await ask(vectors[0]!))[0]?.rid).toBe(rids[0])
    const moved = any()
    await store.within({ writes: [BANK] }).tx(function* restore() {
      const bytes = new Uint8Array(moved.buffer)
      yield* run(sql`update embedding set vector = ${bytes} where bank = ${BANK} and rid = ${rids[0]!}`)
      yield* run(sql`update bank set generation = generation + ${GENERATION_LEAP} where bank = ${BANK}`)
    })
    expect((await ask(moved))[0]).toMatchObject({ rid: rids[0], similarity: cosine(moved, moved) })
    await close()
  })

  it('leaves out bytes that are no vector', async () => {
    const { store, ask, close } = await opened()
    await addVectors(store, BANK, [
      any(),
      new Float32Array(64),
      any().fill(Number.NaN),
      new Float32Array(3),
      any(),
    ])
    expect(await ask(any())).toHaveLength(2)
    await close()
  })

  it('goes on behind a whole page of such bytes, and reads it once', async () => {
    const { store, ask, close } = await opened()
    const none = new Float32Array(64)
    await addVectors(store, BANK, [any(), ...Array.from({ length: 600 }, () => none), any()])
    expect(await ask(any())).toHaveLength(2)
    await addVectors(store, BANK, [any(), none])
    expect(await ask(any())).toHaveLength(3)
    await close()
  })
}

export function patience(): AbortSignal {
  return new AbortController().signal
}

export async function openNear<T extends NearVectors>(
  open: () => Promise<Store>,
  create: (store: Store) => T,
) {
  const store = await open()
  const vectors = create(store)
  return {
    store,
    vectors,
    ask: async (vector: Float32Array): Promise<readonly NearPassage[]> => {
      const meaning: Meaning = await vectors.near(BANK, { vector, model: fingerprint }, patience())
      if (meaning.outcome === 'missing') throw new Error(meaning.reason)
      return meaning.near
    },
    close: async () => {
      await vectors.close()
      await store.close()
    },
  }
}
