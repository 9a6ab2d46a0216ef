import { unitHashVector } from '../hash-vector.js'
import { messagesOf } from '../messages.js'
import { loadPeer } from '../peers.js'
import type { OpenSubject } from '../subject.js'

/** LanceDB's full-text index with its defaults; what is captured afterwards is searched by a scan until optimized. */
export const openLanceDb: OpenSubject = (home) => openWith(home, false)

/** Both its indexes, joined by its own reciprocal ranks; the vectors are given. */
export const openLanceDbHybrid: OpenSubject = (home) => openWith(home, true)

async function openWith(home: string, isHybrid: boolean): ReturnType<OpenSubject> {
  const vectorOf = (text: string) => (isHybrid ? { vector: unitHashVector(text) } : {})
  const lance = loadPeer<Lance>('@lancedb/lancedb')
  const connection = await lance.connect(home)
  const names = await connection.tableNames()
  let table = names.includes('item') ? await connection.openTable('item') : undefined
  const reranker = isHybrid ? await lance.rerankers.RRFReranker.create() : undefined
  let filled = 0
  return {
    insert: async (source) => {
      for await (const messages of messagesOf(source, 4096)) {
        const rows = messages.map(({ place, bank, text }) => ({ place, bank, text, ...vectorOf(text) }))
        if (table === undefined) table = await connection.createTable('item', rows)
        else await table.add(rows)
      }
      filled += 1
      if (filled === 2) await table?.createIndex('text', { config: lance.Index.fts() })
    },
    capture: async (text) => {
      await table?.add([{ place: -1, bank: 'big', text, ...vectorOf(text) }])
    },
    search: async (question, bank) => {
      if (table === undefined) return []
      const nearest = isHybrid ? table.query().nearestTo(unitHashVector(question)) : table.query()
      const words = nearest.fullTextSearch(question, { columns: ['text'] }).where(`bank = '${bank}'`)
      const query =
        reranker === undefined
          ? words.select(['place', '_score'])
          : words.rerank(reranker).select(['place', 'text'])
      return (await query.limit(10).toArray()).map(({ place }) => Number(place))
    },
    close: async () => {
      table?.close()
      connection.close()
    },
  }
}

interface Lance {
  connect(folder: string): Promise<Connection>
  readonly Index: { fts(): object }
  readonly rerankers: { readonly RRFReranker: { create(): Promise<object> } }
}

interface Connection {
  tableNames(): Promise<readonly string[]>
  openTable(name: string): Promise<Table>
  createTable(name: string, rows: readonly object[]): Promise<Table>
  close(): void
}

interface Table {
  add(rows: readonly object[]): Promise<unknown>
  createIndex(column: string, options: object): Promise<void>
  query(): Query
  close(): void
}

interface Query {
  nearestTo(vector: readonly number[]): Query
  rerank(reranker: object): Query
  fullTextSearch(question: string, options: object): Query
  where(condition: string): Query
  select(columns: readonly string[]): Query
  limit(count: number): Query
  toArray(): Promise<readonly { readonly place: unknown }[]>
}
