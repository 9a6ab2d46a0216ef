import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { createEmbedding } from '../../src/embedding/embedding-queue.js'
import { loadIdentityKey, type Spine } from '../../src/items/spine.js'
import { kinds } from '../../src/kinds.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { reachedBanks, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { createNearVectors } from '../../src/search/vectors/create-near-vectors.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { column, sideBySide } from '../../src/store/statement.js'
import { callOf } from '../call-of.js'
import { sourceOf } from '../embedding/open-embedding.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { describePostgres, newDatabase } from './database.js'
import { countRoundTrips } from './round-trips.js'

const ann = reachOf({ user: 'ann' })
/** A call may come to wait for the server less often, and never more often unseen. */
const MOST = {
  capture: 4,
  'capture of a fact': 15,
  search: 15,
  'search for words': 5,
  recall: 2,
  prompt: 34,
}

const QUESTION = 'where does Mia live?'

describePostgres('round trips to the server', () => {
  it('are no more than these, on each call', async () => {
    const env = systemEnv()
    const store = await openPostgres({ url: await newDatabase(), env })
    const { store: counted, taken } = countRoundTrips(store)
    const readLog = createReadLog(store, env)
    const embedding = createEmbedding({ store, env, source: sourceOf(createHashEmbedder()) })
    const spine: Spine = {
      ...{ env, zone: 'UTC', kinds, embedding },
      store: counted.within(reachedBanks(ann)),
      identityKey: await loadIdentityKey(store, env),
      vectors: createNearVectors(counted),
    }
    const call = callOf(spine, ann, readLog)
    for (const text of ['Mia moved to Lisbon in March', 'Mia has a dog called Rex', 'Tom lives in Oslo']) {
      await callOperation(operations.capture, call, { text })
    }
    await callOperation(operations.embed, call, {})
    // Reads the vectors of the bank, once.
    await callOperation(operations.search, call, { question: QUESTION })
    const counts: Record<string, number> = {}
    const count = async (name: string, work: () => Promise<unknown>) => {
      taken()
      await work()
      counts[name] = taken().length
    }
    await count('capture', () =>
      callOperation(operations.capture, call, { text: 'the train was late again' }),
    )
    await count('capture of a fact', () =>
      callOperation(operations.capture, call, { text: 'Mia works at Acme' }),
    )
    await callOperation(operations.embed, call, {})
    await callOperation(operations.search, call, { question: QUESTION })
    await count('search', () => callOperation(operations.search, call, { question: QUESTION }))
    await count('search for words', () => callOperation(operations.ftsSearch, call, { words: 'Mia' }))
    await count('recall', () => callOperation(operations.recordRecall, call, { request: QUESTION }))
    await count('prompt', () => callOperation(operations.promptAssemble, call, { ask: QUESTION }))
    for (const [name, most] of Object.entries(MOST)) expect.soft(counts[name], name).toBeLessThanOrEqual(most)
    await embedding.close()
    await readLog.flush()
    await store.close()
  })
})

describePostgres('bodies side by side', () => {
  it('share each round trip, and answer as they do alone', async () => {
    const store = await openPostgres({ url: await newDatabase(), env: systemEnv() })
    const { store: counted, taken } = countRoundTrips(store)
    function* counting(steps: number) {
      const values: number[] = []
      for (let step = 0; step < steps; step++) {
        values.push(...(yield* column<number>(sql`select cast(${10 * steps + step} as bigint)`)))
      }
      return values
    }
    const answers = await counted.read(function* all() {
      return yield* sideBySide([counting(2), counting(0), counting(3)])
    })
    expect(answers).toEqual([[20, 21], [], [30, 31, 32]])
    expect(taken()).toHaveLength(3)
    await store.close()
  })
})
