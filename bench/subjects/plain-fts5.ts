import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { OpenSubject } from '../subject.js'
import { insertInPages } from './insert-in-pages.js'

/** The least that does the job on the same SQLite: a table, an FTS5 index with its own tokenizer, a durable commit. */
export const openPlainFts5: OpenSubject = async (home) => {
  const database = new Database(join(home, 'plain.db'))
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  database.exec(`
    create table if not exists item (place integer primary key, known integer, bank text, text text);
    create virtual table if not exists item_fts using fts5 (text, content = 'item', content_rowid = 'place')`)
  const addItem = database.prepare('insert into item (known, bank, text) values (?, ?, ?)')
  const addTerms = database.prepare('insert into item_fts (rowid, text) values (?, ?)')
  const find = database.prepare(`
    select known from item_fts join item on item.place = item_fts.rowid
    where item_fts match ? and bank = ? order by item_fts.rank limit 10`)
  const add = (known: number, bank: string, text: string) => {
    const { lastInsertRowid } = addItem.run(known, bank, text)
    addTerms.run(lastInsertRowid, text)
  }
  const addOne = database.transaction(add)
  return {
    insert: (source) => insertInPages(database, source, add),
    capture: async (text) => addOne(-1, 'big', text),
    search: async (question, bank) => {
      const words = question.split(' ').map((word) => `"${word}"`)
      return (find.all(words.join(' OR '), bank) as { known: number }[]).map(({ known }) => known)
    },
    close: async () => {
      database.close()
    },
  }
}
