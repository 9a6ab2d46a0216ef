import { join } from 'node:path'
import Database from 'better-sqlite3'
import { HASH_VECTOR_SIZE, unitHashVector } from '../hash-vector.js'
import { loadPeer } from '../peers.js'
import type { OpenSubject } from '../subject.js'
import { insertInPages } from './insert-in-pages.js'

/** sqlite-vec's plain table, with the bank as the key of a partition: meaning alone, the vectors given. */
export const openSqliteVec: OpenSubject = async (home) => {
  const database = new Database(join(home, 'vec.db'))
  loadPeer<{ load(database: Database.Database): void }>('sqlite-vec').load(database)
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  database.exec(`
    create table if not exists item (place integer primary key, known integer, bank text, text text);
    create virtual table if not exists item_vec using vec0 (
      bank text partition key, place integer primary key, vector float[${HASH_VECTOR_SIZE}] distance_metric=cosine)`)
  const addItem = database.prepare('insert into item (known, bank, text) values (?, ?, ?)')
  const addVector = database.prepare('insert into item_vec (place, bank, vector) values (?, ?, ?)')
  const find = database.prepare(
    'select place from item_vec where vector match ? and bank = ? and k = 10 order by distance',
  )
  const known = database.prepare('select known from item where place = ?').pluck()
  const add = (place: number, bank: string, text: string) => {
    const { lastInsertRowid } = addItem.run(place, bank, text)
    addVector.run(BigInt(lastInsertRowid), bank, bytesOf(text))
  }
  const addOne = database.transaction(add)
  return {
    insert: (source) => insertInPages(database, source, add),
    capture: async (text) => addOne(-1, 'big', text),
    search: async (question, bank) =>
      (find.all(bytesOf(question), bank) as { place: number }[]).map(
        ({ place }) => known.get(place) as number,
      ),
    close: async () => {
      database.close()
    },
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(Float32Array.from(unitHashVector(text)).buffer)
}
