import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { removeEmbeddings } from '../../src/embedding/remove-embeddings.js'
import { codeBank } from '../../src/search/vectors/code-bank.js'
import { createVectorCache } from '../../src/search/vectors/vector-cache.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { all, run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { createVectors } from '../vectors.js'
import { BANK, fingerprint, patience } from './near-contract.js'
import { addVectors } from './vector-rows.js'

const { any, near } = createVectors(64, 21)

describe('codes of vectors, on SQLite', () =>
  codesContract(async () => openSqlite({ file: storeFile(await temporaryFolder()), env: systemEnv() })))
describePostgres('codes of vectors, on PostgreSQL', () =>
  codesContract(async () => openPostgres({ url: await newDatabase(), env: systemEnv() })),
)

/** Two that code at once may each leave a stretch to the other: the next one makes it. */
async function codedInto(store: Store, count: number): Promise<void> {
  await vi.waitFor(async () => {
    await codeBank(store, BANK)
    expect(await stretches(store)).toHaveLength(count)
  }, PATIENCE)
}

const PATIENCE = { timeout: 10_000 }

function codesContract(open: () => Promise<Store>): void {
  it('give the answers that the vectors themselves gave, without reading these', async () => {
    const store = await open()
    const vectors = Array.from({ length: 3_000 }, any)
    await addVectors(store, BANK, vectors)
    const questions = vectors.slice(0, 20).map((vector) => near(vector, 0.3))
    const before = await answers(store, questions)
    // They are made behind the answer.
    await codedInto(store, 4)
    // What is not looked at need not be there.
    const { length } = await countRead(store, questions[0]!)
    expect(length).toBeLessThan(3_000 - 4 * 512 + 100)
    expect(await answers(store, questions)).toEqual(before)
    await store.close()
  })

  it('leave the youngest as they are, and small banks', async () => {
    const store = await open()
    await addVectors(store, BANK, Array.from({ length: 1_023 }, any))
    expect(await codeBank(store, BANK)).toBe(0)
    await addVectors(store, BANK, [any()])
    expect(await codeBank(store, BANK)).toBe(1)
    expect(await codeBank(store, BANK)).toBe(0)
    await store.close()
  })

  it('go with the first of their vectors that does, and are made anew of what is left', async () => {
    const store = await open()
    const vectors = Array.from({ length: 3_000 }, any)
    const rids = await addVectors(store, BANK, vectors)
    await codeBank(store, BANK)
    const [, second] = await stretches(store)
    await forget(store, rids[700]!)
    expect(await stretches(store)).toHaveLength(3)
    expect((await answers(store, [vectors[701]!]))[0]).toBe(rids[701])
    expect((await answers(store, [vectors[700]!]))[0]).not.toBe(rids[700])
    await codeBank(store, BANK)
    await vi.waitFor(async () => expect((await stretches(store))[1]).toEqual(second), PATIENCE)
    expect((await answers(store, [vectors[701]!]))[0]).toBe(rids[701])
    // A young one takes none along.
    await forget(store, rids[2_999]!)
    await codedInto(store, 4)
    await store.close()
  })

  it('are not kept where a vector was forgotten while they were made, nor twice by two processes', async () => {
    const store = await open()
    const rids = await addVectors(store, BANK, Array.from({ length: 1_600 }, any))
    const racing = codeBank(store, BANK)
    await forget(store, rids[3]!)
    await racing
    await Promise.all([codeBank(store, BANK), codeBank(store, BANK)])
    const kept = await stretches(store)
    const held = await store.query(
      all<{ rid: number }>(sql`
      select rid from embedding where bank = ${BANK} and rid <= ${kept.at(-1)?.last ?? 0} order by rid`),
    )
    const coded = (
      await store.query(
        all<{ rids: Uint8Array }>(sql`
      select rids from vector_codes where bank = ${BANK} order by last_rid`),
      )
    ).flatMap(({ rids: bytes }) => [...new Float64Array(Uint8Array.from(bytes).buffer)])
    expect(coded).toEqual(held.map(({ rid }) => rid))
    await store.close()
  })

  it('that are damaged are not used', async () => {
    const store = await open()
    const vectors = Array.from({ length: 2_100 }, any)
    const rids = await addVectors(store, BANK, vectors)
    await codeBank(store, BANK)
    await store.within({ writes: [BANK] }).tx(function* harm() {
      yield* run(sql`update vector_codes set codes = ${new Uint8Array(9)} where bank = ${BANK}`)
    })
    expect((await answers(store, [vectors[5]!]))[0]).toBe(rids[5])
    await store.close()
  })
}

describe('codes of forgotten vectors', () => {
  it('are in no file any more', async () => {
    const home = await temporaryFolder()
    const store = await openSqlite({ file: storeFile(home), env: systemEnv() })
    const rids = await addVectors(store, BANK, Array.from({ length: 2_600 }, any))
    await codeBank(store, BANK)
    const rows = await store.query(
      all<{ after_rid: number; mean: Uint8Array; codes: Uint8Array }>(sql`
      select after_rid, mean, codes from vector_codes where bank = ${BANK} order by last_rid`),
    )
    const second = rows[1]!
    const shown = (some: readonly Uint8Array[]) => some.filter((piece) => found(home, [piece]) > 0)
    const cut = [second.mean.slice(0, 64)]
    for (let at = 0; at + 24 <= second.codes.length; at += 512) {
      const piece = second.codes.slice(at, at + 24)
      // Of zeros files are full.
      if (new Set(piece).size > 8) cut.push(piece)
    }
    // Some lie across two pages.
    const pieces = shown(cut)
    expect(pieces.length).toBeGreaterThan(cut.length / 2)
    await forget(store, rids[600]!)
    await store.verifyErased({ texts: ['nothing that is there'] })
    expect(found(home, pieces)).toBe(0)
    expect(found(home, [rows[0]!.mean.slice(0, 64)])).toBe(1)
    await store.close()
  })
})

async function answers(store: Store, questions: readonly Float32Array[]): Promise<(number | undefined)[]> {
  const cache = createVectorCache(store)
  const found = []
  for (const vector of questions) {
    const meaning = await cache.near(BANK, { vector, model: fingerprint }, patience())
    if (meaning.outcome === 'missing') throw new Error(meaning.reason)
    found.push(...meaning.near.slice(0, 1).map(({ rid }) => rid))
  }
  // What it had to code is in the store by then.
  await settledCodes(store)
  await cache.close()
  return found
}

async function settledCodes(store: Store): Promise<void> {
  await codeBank(store, BANK)
}

/** The rows of vectors that a cache reads for its first answer. */
async function countRead(store: Store, vector: Float32Array): Promise<readonly number[]> {
  const read: number[] = []
  const watched: Store = {
    ...store,
    within: (banks) => {
      const own = store.within(banks)
      return {
        ...own,
        query: async (statement) => {
          const rows = await own.query(statement)
          if (Array.isArray(rows)) {
            for (const row of rows) if (typeof row === 'object' && 'vector' in row) read.push(row.rid)
          }
          return rows
        },
      }
    },
  }
  const cache = createVectorCache(watched)
  await cache.near(BANK, { vector, model: fingerprint }, patience())
  await cache.close()
  return read
}

function stretches(store: Store) {
  return store.query(
    all<{ after: number; last: number }>(sql`
      select after_rid as after, last_rid as last from vector_codes where bank = ${BANK} order by last_rid`),
  )
}

function forget(store: Store, rid: number): Promise<void> {
  return store.within({ writes: [BANK] }).tx(function* forgetOne() {
    const [row] = yield* all<{ text_rid: number }>(
      sql`select text_rid from embedding where bank = ${BANK} and rid = ${rid}`,
    )
    yield* run(sql`update bank set generation = generation + 1 where bank = ${BANK}`)
    yield* removeEmbeddings(BANK, [row!.text_rid])
  })
}

function found(home: string, pieces: readonly Uint8Array[]): number {
  const files = readdirSync(home).map((name) => readFileSync(join(home, name)))
  return pieces.filter((piece) => files.some((bytes) => bytes.includes(Buffer.from(piece)))).length
}
