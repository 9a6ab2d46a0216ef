import { join } from 'node:path'
import { systemEnv } from '../../src/clock.js'
import { createVectorCache } from '../../src/search/vectors/vector-cache.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { all } from '../../src/store/statement.js'
import { unitHashVector } from '../hash-vector.js'
import type { Bank } from '../subject.js'

/** A filled store, asked by meaning alone, the vectors given. */
export interface MeaningOfStore {
  search(question: string, bank: Bank): Promise<number>
  close(): Promise<void>
}

export async function openMeaning(home: string): Promise<MeaningOfStore> {
  const store = await openSqlite({ file: join(home, 'recollect.db'), env: systemEnv() })
  const cache = createVectorCache(store)
  const models = await store.query(
    all<{ bank: string; model: string }>(sql`select bank, model from embedding_bank where bank >= ''`),
  )
  const modelOf = new Map(models.map(({ bank, model }) => [bank, model]))
  return {
    search: async (question, user) => {
      const bank = `u/${user}/main`
      const vector = Float32Array.from(unitHashVector(question))
      const asked = { vector, model: modelOf.get(bank) ?? '' }
      const meaning = await cache.near(bank, asked, new AbortController().signal)
      if (meaning.outcome === 'missing') throw new Error(meaning.reason)
      return meaning.near.length
    },
    close: async () => {
      await cache.close()
      await store.close()
    },
  }
}
