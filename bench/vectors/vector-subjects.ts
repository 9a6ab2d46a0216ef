import { join } from 'node:path'
import Database from 'better-sqlite3'
import { systemEnv } from '../../src/clock.js'
import { createVectorCache } from '../../src/search/vectors/vector-cache.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { run, type Tx } from '../../src/store/statement.js'
import { loadPeer } from '../peers.js'
import type { Bank } from '../subject.js'
import { bytesOf, VECTOR_DIMENSIONS } from './vector-set.js'

/** What keeps vectors in a file and finds the nearest to a question's. */
export interface VectorSubject {
  /** Takes in the vectors of a bank; their numbers are their places. */
  insert(bank: Bank, vectors: readonly Float32Array[]): Promise<void>
  /** Numbers of the nearest ten, nearest first. */
  search(vector: Float32Array, bank: Bank): Promise<readonly number[]>
  close(): Promise<void>
}

export const vectorSubjects: readonly {
  readonly name: string
  readonly peer?: string
  open(home: string): Promise<VectorSubject>
}[] = [
  { name: 'recollect', open: (home) => openRecollect(home, 'best') },
  { name: 'recollect, no WebAssembly', open: (home) => openRecollect(home, 'plain') },
  { name: 'sqlite-vec float32', peer: 'sqlite-vec', open: openSqliteVec },
]

/** Answers about 128 with their exact cosines, of which the first ten are compared. */
async function openRecollect(home: string, kernel: 'best' | 'plain'): Promise<VectorSubject> {
  const store = await openSqlite({ file: join(home, 'recollect.db'), env: systemEnv() })
  const cache = createVectorCache(store, { kernel })
  const model = 'bench'
  return {
    insert: async (bank, vectors) => {
      const count = vectors.length
      await store.tx(function* begin(): Tx<void> {
        yield* run(sql`
          insert into bank (bank, kind, owner, created_at, generation, items, words)
          values (${bank}, 'user', 'bench', 0, 1, ${count}, 0)`)
        yield* run(sql`
          insert into embedding_bank (bank, model, next_model, dimensions, indexed, failed, skipped, vectors)
          values (${bank}, ${model}, null, ${VECTOR_DIMENSIONS}, ${count}, 0, 0, ${count})`)
      })
      for (let from = 0; from < count; from += 1_000) {
        await store.tx(function* write(): Tx<void> {
          for (let i = from; i < Math.min(count, from + 1_000); i++) {
            yield* run(sql`
              insert into embedding (bank, text_rid, item_rid, part, vector, problem)
              values (${bank}, ${i}, ${i}, 0, ${bytesOf(vectors[i]!)}, null)`)
          }
        })
      }
    },
    search: async (vector, bank) => {
      const meaning = await cache.near(bank, { vector, model }, new AbortController().signal)
      if (meaning.outcome === 'missing') throw new Error(meaning.reason)
      return meaning.near.slice(0, 10).map(({ itemRid }) => itemRid)
    },
    close: async () => {
      await cache.close()
      await store.close()
    },
  }
}

/** Its plain table, with the bank as the key of a partition. */
async function openSqliteVec(home: string): Promise<VectorSubject> {
  const database = new Database(join(home, 'vec.db'))
  loadPeer<{ load(database: Database.Database): void }>('sqlite-vec').load(database)
  database.pragma('journal_mode = wal')
  database.exec(`
    create virtual table if not exists place using vec0 (
      bank text partition key, number integer, vector float[${VECTOR_DIMENSIONS}] distance_metric=cosine)`)
  const add = database.prepare('insert into place (bank, number, vector) values (?, ?, ?)')
  const find = database.prepare(
    'select number from place where vector match ? and bank = ? and k = 10 order by distance',
  )
  return {
    insert: async (bank, vectors) => {
      database.transaction(() => {
        for (const [i, vector] of vectors.entries()) add.run(bank, BigInt(i), bytesOf(vector))
      })()
    },
    search: async (vector, bank) =>
      (find.all(bytesOf(vector), bank) as { number: number }[]).map(({ number }) => number),
    close: async () => {
      database.close()
    },
  }
}
