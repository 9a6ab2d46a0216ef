// Bodies that look at much, or change much: their statements run in a thread with a connection of its own, so that they
// hold nobody else up. Plain JavaScript, so that source and build start the same file.
import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite3 from 'better-sqlite3'

/** @typedef {import('./aside-message.js').Asked} Asked */
/** @typedef {import('./aside-message.js').Question} Question */
/** @typedef {import('./aside-message.js').Answer} Answer */
/** @typedef {import('./aside-message.js').Result} Result */
/** @typedef {{ readonly statement: BetterSqlite3.Statement, readonly names: readonly string[] }} Prepared */

if (parentPort !== null) serve(parentPort, workerData)

/**
 * @param {import('node:worker_threads').MessagePort} port
 * @param {import('./aside-message.js').ThreadData} data
 */
function serve(port, data) {
  /** @type {BetterSqlite3.Database | undefined} */
  let db
  /** @type {Map<string, Prepared>} */
  const prepared = new Map()
  let isReading = true

  port.on('message', (/** @type {Question} */ question) => {
    if (question.does === 'close') {
      db?.close()
      port.close()
    } else if (question.does === 'end') {
      if (db?.inTransaction === true) db.exec('rollback')
    } else {
      port.postMessage(answerTo(question))
    }
  })

  /**
   * @param {Extract<Question, { readonly does: 'perform' | 'commit' }>} question
   * @returns {Answer}
   */
  function answerTo(question) {
    try {
      db ??= open(data)
      const at = db
      if (question.does === 'commit') {
        at.exec('commit')
        return { results: [] }
      }
      if (question.begins !== undefined) {
        isReading = question.begins === 'reading'
        at.exec(isReading ? 'begin' : 'begin immediate')
      }
      return { results: question.statements.map((asked) => perform(at, asked)) }
    } catch (error) {
      return { failed: described(error) }
    }
  }

  /**
   * @param {BetterSqlite3.Database} at
   * @param {Asked} asked
   * @returns {Result}
   */
  function perform(at, { text, mode, values }) {
    // A statement has one result shape at a time in this library.
    const key = mode === 'column' ? `column ${text}` : text
    let found = prepared.get(key)
    if (found === undefined) {
      found = prepare(at, text, mode)
      prepared.set(key, found)
    }
    const { statement, names } = found
    if (isReading && !statement.readonly) throw new TypeError('a read cannot write: use store.tx')
    if (!statement.reader) return { names, rows: [], changed: statement.run(...values).changes }
    if (mode === 'get') {
      const row = statement.get(...values)
      return { names, rows: row === undefined ? [] : [row], changed: 0 }
    }
    const rows = statement.all(...values)
    return { names, rows: mode === 'run' ? [] : rows, changed: rows.length }
  }
}

/** @param {import('./aside-message.js').ThreadData} data */
function open({ file, waitMs, pragmas }) {
  // Nobody waits for this thread but who asked it, so that SQLite itself may wait for a lock.
  const db = new BetterSqlite3(file, { timeout: waitMs, fileMustExist: true })
  try {
    for (const pragma of pragmas) db.pragma(pragma)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * @param {BetterSqlite3.Database} db
 * @param {string} text
 * @param {Asked['mode']} mode
 * @returns {Prepared}
 */
function prepare(db, text, mode) {
  const statement = db.prepare(text)
  if (!statement.reader) return { statement, names: [] }
  const names = statement.columns().map(({ name }) => name)
  return { statement: mode === 'column' ? statement.pluck() : statement.raw(), names }
}

/** @param {unknown} error */
function described(error) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: undefined }
  const code = 'code' in error ? String(error.code) : undefined
  return { name: error.name, message: error.message, code }
}
