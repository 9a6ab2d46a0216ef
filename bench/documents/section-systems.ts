import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Memory, openMemory } from '../../src/index.js'
import { isStopWord } from '../../src/text/stop-words.js'
import { loadPeer } from '../peers.js'
import type { File } from './documentation.js'

/** A section as the systems take it that know no documents. */
export interface SectionText {
  readonly place: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** A system that finds sections of documents. */
export interface SectionSystem {
  /** Takes all of them in, files or their sections. */
  fill(files: readonly File[], sections: () => readonly SectionText[]): Promise<void>
  /** Places (`path#anchor`) of the best sections. */
  search(question: string, limit: number): Promise<readonly string[]>
  /** One section; only where there is more to it than a look-up in a map. */
  read?(path: string, anchor: string): Promise<unknown>
  close(): Promise<void>
}

export const sectionSystems: Readonly<Record<string, (home: string) => Promise<SectionSystem>>> = {
  recollect: openRecollect,
  'plain FTS5': openPlainFts5,
  minisearch: openMiniSearch,
  orama: openOrama,
}

async function openRecollect(home: string): Promise<SectionSystem> {
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  const memory: Memory = engine.as({ user: 'bench' })
  return {
    fill: async (files) => {
      await memory.knowledgeImport({ files })
      // As the command line does it: writes that wait together share a commit.
      for (let at = 0; at < files.length; at += 16)
        await Promise.all(
          files.slice(at, at + 16).map(({ path }) => memory.knowledgePublish({ document: path })),
        )
      await memory.knowledgeAttach({ all: true })
    },
    search: async (question, limit) => {
      const { hits } = await memory.knowledgeSearchDocs({ question, limit })
      return hits.map(({ document, anchor }) => `${document.source}#${anchor}`)
    },
    read: (document, anchor) => memory.knowledgeReadSection({ document, anchor }),
    close: () => engine.close(),
  }
}

/** With a stemmer and without stop words, as its baseline in the evaluation sets has it. */
async function openPlainFts5(home: string): Promise<SectionSystem> {
  const database = new Database(join(home, 'plain.db'))
  database.pragma('journal_mode = wal')
  database.exec(`
    create table section (rid integer primary key, place text, title text, heading text, body text);
    create virtual table section_fts using fts5 (
      title, heading, body, content = 'section', content_rowid = 'rid', tokenize = 'porter unicode61')`)
  const addSection = database.prepare('insert into section (place, title, heading, body) values (?, ?, ?, ?)')
  const addTerms = database.prepare(
    'insert into section_fts (rowid, title, heading, body) values (?, ?, ?, ?)',
  )
  const find = database.prepare(`
    select place from section_fts join section on section.rid = section_fts.rowid
    where section_fts match ? order by section_fts.rank limit ?`)
  return {
    fill: async (_files, sections) => {
      database.transaction(() => {
        for (const { place, title, heading, text } of sections())
          addTerms.run(addSection.run(place, title, heading, text).lastInsertRowid, title, heading, text)
      })()
      database.exec(`insert into section_fts (section_fts, rank) values ('rank', 'bm25(1, 3, 1)')`)
    },
    search: async (question, limit) => {
      const all = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      const words = all.filter((word) => !isStopWord(word))
      if (words.length === 0) return []
      const match = words.map((word) => `"${word}"`).join(' OR ')
      return (find.all(match, limit) as { place: string }[]).map(({ place }) => place)
    },
    close: async () => {
      database.close()
    },
  }
}

/** With the heading weighted three times, and the title. */
async function openMiniSearch(): Promise<SectionSystem> {
  const MiniSearch = loadPeer<new (options: object) => MiniSearch>('minisearch')
  const index = new MiniSearch({
    idField: 'place',
    fields: ['title', 'heading', 'text'],
    storeFields: ['text'],
  })
  return {
    fill: async (_files, sections) => index.addAll(sections()),
    search: async (question, limit) =>
      index
        .search(question, { boost: { heading: 3 } })
        .slice(0, limit)
        .map(({ id }) => id),
    close: async () => undefined,
  }
}

async function openOrama(): Promise<SectionSystem> {
  const orama = loadPeer<Orama>('@orama/orama')
  const database = await orama.create({
    schema: { place: 'string', title: 'string', heading: 'string', text: 'string' },
  })
  return {
    fill: async (_files, sections) => {
      await orama.insertMultiple(database, sections(), 500)
    },
    search: async (term, limit) => {
      const properties = ['title', 'heading', 'text']
      const { hits } = await orama.search(database, { term, properties, boost: { heading: 3 }, limit })
      return hits.map(({ document }) => document.place)
    },
    close: async () => undefined,
  }
}

interface MiniSearch {
  addAll(documents: readonly SectionText[]): void
  search(query: string, options: object): readonly { readonly id: string }[]
}

interface Orama {
  create(options: object): Promise<object>
  insertMultiple(database: object, documents: readonly SectionText[], batch: number): Promise<unknown>
  search(
    database: object,
    query: object,
  ): Promise<{ readonly hits: readonly { readonly document: { readonly place: string } }[] }>
}
