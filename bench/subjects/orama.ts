import { messagesOf } from '../messages.js'
import { loadPeer } from '../peers.js'
import { readSnapshot, writeSnapshot } from '../snapshot.js'
import type { OpenSubject } from '../subject.js'

/** Orama with its defaults (BM25, English tokens, prefixes match). A bank is a `where` on an enum. */
export const openOrama: OpenSubject = async (home) => {
  const orama = loadPeer<Orama>('@orama/orama')
  const database = await orama.create({ schema: { text: 'string', bank: 'enum', place: 'number' } })
  const saved = readSnapshot(home)
  if (saved !== undefined) await orama.load(database, JSON.parse(saved))
  return {
    insert: async (source) => {
      for await (const messages of messagesOf(source, 512)) {
        await orama.insertMultiple(database, messages, messages.length)
      }
    },
    capture: async (text) => {
      await orama.insert(database, { text, bank: 'big', place: -1 })
    },
    search: async (term, bank) => {
      const where = { bank: { eq: bank } }
      const { hits } = await orama.search(database, { term, properties: ['text'], where, limit: 10 })
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
