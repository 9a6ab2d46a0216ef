import Database from 'better-sqlite3'
import { isStopWord } from '../src/text/stop-words.js'
import type { Unit } from './sets.js'

/** SQLite's own full-text ranking of some texts, stemmed and without stop words: what a search is to be better than. */
export interface PlainBm25 {
  /** The texts that hold a word of the question, best first. */
  rank(question: string): Unit[]
  close(): void
}

export function openPlainBm25(units: readonly Unit[]): PlainBm25 {
  const database = new Database(':memory:')
  database.exec(`create virtual table said using fts5 (text, tokenize = 'porter unicode61')`)
  const insert = database.prepare('insert into said (rowid, text) values (?, ?)')
  for (const [index, { speaker, text }] of units.entries())
    insert.run(index + 1, speaker === null ? text : `${speaker}: ${text}`)
  const select = database
    .prepare('select rowid from said where said match ? order by bm25(said), rowid')
    .pluck()
  return {
    rank(question) {
      const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      const telling = words.filter((word) => !isStopWord(word))
      const asked = (telling.length > 0 ? telling : words).map((word) => `"${word}"`).join(' OR ')
      if (asked === '') return []
      return (select.all(asked) as number[]).map((rowid) => units[rowid - 1]!)
    },
    close: () => database.close(),
  }
}
