import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createEmbedding } from '../../src/embedding/embedding-queue.js'
import { forget } from '../../src/items/forget.js'
import { fingerprintOf } from '../../src/model/embedder.js'
import { sql } from '../../src/store/sql.js'
import { type Driver, openDriver } from '../../src/store/sqlite/driver.js'
import { run, type Tx } from '../../src/store/statement.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { createRandom, runSeed } from '../random.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { sourceOf, storedIn, withFile } from './open-embedding.js'
import { forgetEmbedded, tracesOf } from './vector-erasure.js'

describe('forgetting what was embedded', () => {
  it.each([384, 1_100])(`leaves no piece of a vector of %i numbers (SEED=${runSeed})`, async (dimensions) => {
    const home = await temporaryFolder()
    const options = { items: 250, forgets: 10, dimensions }
    const erasure = await forgetEmbedded(home, createRandom(runSeed), options)
    expect(erasure.receipts).toHaveLength(10)
    expect(erasure.receipts.filter(({ state }) => state !== 'physical')).toEqual([])
    expect(erasure.receipts.every(({ counts }) => (counts['embedding'] ?? 0) > 0)).toBe(true)
    expect(erasure).toMatchObject({ traces: 0, harmed: 0, findings: [] })
  })
})

/** A library that says it overwrites what it frees, and does not. */
function withoutSecureDelete(file: string): Driver {
  const driver = openDriver(file)
  return Object.assign(Object.create(driver) as Driver, {
    pragma: (text: string) =>
      text === 'secure_delete' ? 1 : driver.pragma(text.replace('secure_delete = on', 'secure_delete = off')),
  })
}

/** A store with some embedded notes, the first of which is the victim. */
async function embeddedNotes(home: string, open?: (file: string) => Driver) {
  const spine = await openSpine(home, open === undefined ? {} : { open })
  const embedding = createEmbedding({ ...spine, source: sourceOf(denseEmbedder({ dimensions: 384 })) })
  const ids: string[] = []
  for (let i = 0; i < 40; i++) ids.push((await capture(spine, ann, { text: `note ${i}` })).id)
  embedding.added(ann.writes, ids)
  await embedding.close()
  return { spine, ids }
}

describe('the proof', () => {
  it('finds vectors that a deletion left in free pages, and vacuums them away', async () => {
    const home = await temporaryFolder()
    const { spine, ids } = await embeddedNotes(home, withoutSecureDelete)
    const vectors = storedIn(home).flatMap(({ body, vector }) =>
      body === 'note 7' && vector ? [vector] : [],
    )
    await spine.store.tx(function* rowsAlone(): Tx<void> {
      yield* run(sql`delete from embedding where bank = ${ann.writes} and vector = ${vectors[0] ?? null}`)
    })
    // Its text is still there: only the vector can be found.
    const erased = { texts: [], bytes: vectors }
    expect(await spine.store.verifyErased(erased)).toMatchObject({ state: 'physical', repairs: ['vacuum'] })
    expect(await spine.store.verifyErased(erased)).toMatchObject({ state: 'physical', repairs: [] })
    expect(await forget(spine, ann, ids[8] ?? '', { verify: true })).toMatchObject({
      state: 'physical',
      proof: { repairs: ['vacuum'] },
    })
    await spine.store.close()
    expect(tracesOf(home, vectors)).toBe(0)
  })

  it('knows a vector that is there', async () => {
    const home = await temporaryFolder()
    const { spine } = await embeddedNotes(home)
    const vectors = storedIn(home).flatMap(({ vector }) => (vector === null ? [] : [vector]))
    await spine.store.close()
    expect(tracesOf(home, vectors)).toBe(40)
  })

  it('takes no vector for a trace that a living text has too, nor the zeros that files are full of', async () => {
    const home = await temporaryFolder()
    const spine = await openSpine(home)
    const bob = {
      ...ann,
      writes: 'u/bob/main' as typeof ann.writes,
      reads: ['u/bob/main' as typeof ann.writes],
    }
    const embedding = createEmbedding({ ...spine, source: sourceOf(denseEmbedder({ dimensions: 384 })) })
    const mine = await capture(spine, ann, { text: 'said by both' })
    const theirs = await capture(spine, bob, { text: 'said by both' })
    embedding.added(ann.writes, [mine.id])
    embedding.added(bob.writes, [theirs.id])
    await embedding.close()
    expect(storedIn(home)).toHaveLength(2)
    expect(await forget(spine, ann, mine.id, { verify: true })).toMatchObject({
      state: 'physical',
      proof: { repairs: [] },
    })
    expect(storedIn(home)).toMatchObject([{ bank: 'u/bob/main' }])
    const sparse = new Float32Array(384).fill(0, 1).fill(1, 0, 1)
    const erased = { texts: [], bytes: [new Uint8Array(sparse.buffer)] }
    expect(await spine.store.verifyErased(erased)).toMatchObject({ state: 'physical', repairs: [] })
    await spine.store.close()
  })
})

describe('vectors that come and go', () => {
  it('leave no file that grows, and nothing in it (S14)', async () => {
    const home = await temporaryFolder()
    const spine = await openSpine(home)
    const bank = ann.writes
    const dimensions = 64
    const fingerprint = fingerprintOf({ ...denseEmbedder().model, dimensions })
    await spine.store.tx(function* claim(): Tx<void> {
      yield* run(sql`
        insert into embedding_bank (bank, model, next_model, dimensions, indexed, failed, skipped, vectors)
        values (${bank}, ${fingerprint}, null, ${dimensions}, 0, 0, 0, 0)`)
    })
    const random = createRandom(runSeed)
    const vector = () => {
      const numbers = Float32Array.from({ length: dimensions }, () => random.int(1_000_000) / 1_000_000)
      return Buffer.from(numbers.buffer)
    }
    const sizes: number[] = []
    const gone: Buffer[] = []
    let text = 0
    for (let round = 0; round < 4; round++) {
      for (let page = 0; page < 20; page++) {
        const vectors = Array.from({ length: 500 }, vector)
        if (page === 7) gone.push(...vectors.slice(0, 20))
        await spine.store.tx(function* fill(): Tx<void> {
          for (const one of vectors) {
            yield* run(sql`insert into embedding (bank, text_rid, item_rid, part, vector, problem)
              values (${bank}, ${++text}, ${text}, 0, ${one}, null)`)
          }
        })
      }
      const last = text
      await spine.store.tx(function* drop(): Tx<void> {
        yield* run(sql`delete from embedding where bank = ${bank} and text_rid <= ${last - 100}`)
      })
      withFile(home, (db) => db.pragma('wal_checkpoint(truncate)'))
      sizes.push(statSync(storeFile(home)).size)
    }
    // The first round made room for all others.
    expect(Math.max(...sizes)).toBeLessThan(1.05 * (sizes[0] ?? 0))
    await spine.store.close()
    expect(tracesOf(home, gone)).toBe(0)
  })
})
