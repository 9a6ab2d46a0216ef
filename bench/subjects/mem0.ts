import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { HASH_VECTOR_SIZE, hashVector } from '../hash-vector.js'
import { messagesOf } from '../messages.js'
import { loadPeer } from '../peers.js'
import type { OpenSubject } from '../subject.js'

/**
 * mem0 with `infer: false` (no language model reads the text), a scripted embedder and its own `memory` vector store,
 * a SQLite file that is read whole at each question. Bulk goes to that store directly: `add` takes one at a time.
 */
export const openMem0: OpenSubject = async (home) => {
  // read when the package is loaded: nothing is sent anywhere
  process.env['MEM0_TELEMETRY'] = 'false'
  process.env['MEM0_DIR'] = home
  const { Memory } = loadPeer<{ Memory: new (config: object) => Mem0 }>('mem0ai/oss')
  const memory = new Memory({
    embedder: { provider: 'langchain', config: { model: embedder, embeddingDims: HASH_VECTOR_SIZE } },
    llm: { provider: 'langchain', config: { model: { invoke: neverAsked } } },
    vectorStore: {
      provider: 'memory',
      config: { collectionName: 'bench', dimension: HASH_VECTOR_SIZE, dbPath: join(home, 'vectors.db') },
    },
    historyDbPath: join(home, 'history.db'),
  })
  // its setup is lazy
  await memory.getAll({ filters: { user_id: 'nobody' }, topK: 1 })
  return {
    insert: async (source) => {
      for await (const messages of messagesOf(source, 512)) {
        await memory.vectorStore.insert(
          messages.map(({ text }) => hashVector(text)),
          messages.map(() => randomUUID()),
          messages.map(({ place, bank, text }) => ({
            user_id: bank,
            place,
            data: text,
            textLemmatized: text,
            createdAt: CREATED_AT,
          })),
        )
      }
    },
    capture: async (text) => {
      await memory.add(text, { userId: 'big', infer: false, metadata: { place: -1 } })
    },
    search: async (question, bank) => {
      const { results } = await memory.search(question, { filters: { user_id: bank }, topK: 10 })
      return results.map(({ metadata }) => metadata?.place ?? -1)
    },
    close: async () => undefined,
  }
}

const CREATED_AT = '2024-01-01T00:00:00.000Z'

const embedder = {
  embedQuery: async (text: string) => hashVector(text),
  embedDocuments: async (texts: readonly string[]) => texts.map(hashVector),
}

async function neverAsked(): Promise<never> {
  throw new Error('no language model takes part')
}

interface Mem0 {
  add(text: string, options: object): Promise<unknown>
  search(
    question: string,
    options: object,
  ): Promise<{ readonly results: readonly { readonly metadata?: { readonly place?: number } }[] }>
  getAll(options: object): Promise<unknown>
  readonly vectorStore: {
    insert(vectors: number[][], ids: string[], payloads: object[]): Promise<void>
  }
}
