import { HASH_VECTOR_SIZE, hashVector } from '../hash-vector.js'
import { messagesOf } from '../messages.js'
import { loadPeer } from '../peers.js'
import type { OpenSubject } from '../subject.js'

/** LangGraph's InMemoryStore with a scripted embedder: compares the question with every vector. Gone at exit. */
export const openLangGraphStore: OpenSubject = async () => {
  const { InMemoryStore } = loadPeer<{ InMemoryStore: new (options: object) => Store }>(
    '@langchain/langgraph-checkpoint',
  )
  const embeddings = {
    embedQuery: async (text: string) => hashVector(text),
    embedDocuments: async (texts: readonly string[]) => texts.map(hashVector),
  }
  const store = new InMemoryStore({ index: { dims: HASH_VECTOR_SIZE, embeddings, fields: ['text'] } })
  let captured = 0
  return {
    insert: async (source) => {
      for await (const messages of messagesOf(source, 512)) {
        await store.batch(
          messages.map(({ place, bank, text }) => ({
            namespace: [bank],
            key: String(place),
            value: { text, place },
          })),
        )
      }
    },
    capture: async (text) => {
      captured += 1
      await store.put(['big'], `captured ${captured}`, { text, place: -1 })
    },
    search: async (query, bank) => {
      const found = await store.search([bank], { query, limit: 10 })
      return found.map(({ value }) => value.place)
    },
    close: async () => undefined,
  }
}

interface Store {
  batch(operations: readonly object[]): Promise<unknown>
  put(namespace: readonly string[], key: string, value: object): Promise<void>
  search(
    namespace: readonly string[],
    options: object,
  ): Promise<readonly { readonly value: { readonly place: number } }[]>
}
