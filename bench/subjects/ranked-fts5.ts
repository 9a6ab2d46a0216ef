import { join } from 'node:path'
import Database from 'better-sqlite3'
import { parseQuery } from '../../src/text/query.js'
import { segment } from '../../src/text/segment.js'
import type { OpenSubject } from '../subject.js'
import { insertInPages } from './insert-in-pages.js'

/**
 * What SQLite's own ranking takes over the same tokens as ours: texts segmented and questions parsed as Recollect does it,
 * stop words out, `order by rank` (decisions/0002).
 */
export const openRankedFts5: OpenSubject = async (home) => {
  const database = new Database(join(home, 'ranked.db'))
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  database.exec(`
    create table if not exists item (place integer primary key, known integer, bank text, text text);
    create virtual table if not exists item_fts using fts5 (
      tokens, content = '', tokenize = "unicode61 remove_diacritics 0")`)
  const addItem = database.prepare('insert into item (known, bank, text) values (?, ?, ?)')
  const addTokens = database.prepare('insert into item_fts (rowid, tokens) values (?, ?)')
  const find = database.prepare(`
    select known from item_fts join item on item.place = item_fts.rowid
    where item_fts match ? and bank = ? order by item_fts.rank limit 10`)
  const add = (known: number, bank: string, text: string) => {
    const { lastInsertRowid } = addItem.run(known, bank, text)
    const { words, parts } = segment(text)
    addTokens.run(lastInsertRowid, [...words, ...parts].join(' '))
  }
  const addOne = database.transaction(add)
  return {
    insert: (source) => insertInPages(database, source, add),
    capture: async (text) => addOne(-1, 'big', text),
    search: async (question, bank) => {
      const terms = parseQuery(question).terms.map(({ token }) => `"${token.replaceAll('"', '')}"`)
      if (terms.length === 0) return []
      return (find.all(terms.join(' OR '), bank) as { known: number }[]).map(({ known }) => known)
    },
    close: async () => {
      database.close()
    },
  }
}
