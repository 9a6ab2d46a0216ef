import { HASH_VECTOR_SIZE, unitHashVector } from '../hash-vector.js'
import { messagesOf } from '../messages.js'
import { loadPeer } from '../peers.js'
import { readSnapshot, writeSnapshot } from '../snapshot.js'
import type { OpenSubject } from '../subject.js'

/** Orama with its defaults (BM25, English tokens, prefixes match). A bank is a `where` on an enum. */
export const openOrama: OpenSubject = (home) => openWith(home, false)

/** Its own hybrid mode, half words and half vectors; the vectors are given. */
export const openOramaHybrid: OpenSubject = (home) => openWith(home, true)

async function openWith(home: string, isHybrid: boolean): ReturnType<OpenSubject> {
  const orama = loadPeer<Orama>('@orama/orama')
  const vectorOf = (text: string) => (isHybrid ? { embedding: unitHashVector(text) } : {})
  const vectors = isHybrid ? { embedding: `vector[${HASH_VECTOR_SIZE}]` } : {}
  const database = await orama.create({
    schema: { text: 'string', bank: 'enum', place: 'number', ...vectors },
  })
  const saved = readSnapshot(home)
  if (saved !== undefined) await orama.load(database, JSON.parse(saved))
  return {
    insert: async (source) => {
      for await (const messages of messagesOf(source, 512)) {
        const documents = messages.map((message) => ({ ...message, ...vectorOf(message.text) }))
        await orama.insertMultiple(database, documents, documents.length)
      }
    },
    capture: async (text) => {
      await orama.insert(database, { text, bank: 'big', place: -1, ...vectorOf(text) })
    },
    search: async (term, bank) => {
      const where = { bank: { eq: bank } }
      const hybrid = {
        mode: 'hybrid',
        vector: { value: unitHashVector(term), property: 'embedding' },
        similarity: 0,
      }
      const { hits } = await orama.search(database, {
        term,
        properties: ['text'],
        where,
        limit: 10,
        ...(isHybrid ? hybrid : {}),
      })
      return hits.map(({ document }) => document.place)
    },
    persist: async () => writeSnapshot(home, JSON.stringify(await orama.save(database))),
    close: async () => undefined,
  }
}

interface Orama {
  create(options: object): Promise<object>
  insert(database: object, document: object): Promise<string>
  insertMultiple(database: object, documents: readonly object[], batch: number): Promise<unknown>
  search(
    database: object,
    query: object,
  ): Promise<{ readonly hits: readonly { readonly document: { readonly place: number } }[] }>
  save(database: object): Promise<object>
  load(database: object, saved: object): Promise<void>
}
