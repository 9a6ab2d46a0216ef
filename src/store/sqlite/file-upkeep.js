// What housekeeping does to the file through a connection of its own (maintenance-process.js).
import BetterSqlite3 from 'better-sqlite3'

const LOCK_WAIT_MS = 5_000
const TRUNCATE_WAIT_MS = 50

/**
 * @template T
 * @param {string} file
 * @param {(db: BetterSqlite3.Database) => T} work
 * @returns {T}
 */
export function withDatabase(file, work) {
  const db = new BetterSqlite3(file, { timeout: LOCK_WAIT_MS, fileMustExist: true })
  try {
    db.pragma('secure_delete = on')
    db.pragma('synchronous = full')
    db.pragma('wal_autocheckpoint = 0')
    return work(db)
  } finally {
    db.close()
  }
}

/**
 * True when every frame of the WAL has reached the file. A truncating one holds writers back, so most is copied
 * before, without a lock, and it waits for readers for a moment only.
 * @param {BetterSqlite3.Database} db
 * @param {'passive' | 'truncate'} mode
 */
export function checkpoint(db, mode) {
  const isDone = runCheckpoint(db, 'passive')
  if (mode === 'passive') return isDone
  db.pragma(`busy_timeout = ${TRUNCATE_WAIT_MS}`)
  try {
    return runCheckpoint(db, 'truncate')
  } finally {
    db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`)
  }
}

/**
 * @param {BetterSqlite3.Database} db
 * @param {'passive' | 'truncate'} mode
 */
function runCheckpoint(db, mode) {
  const [row] = /** @type {{ busy: number, log: number, checkpointed: number }[]} */ (
    db.pragma(`wal_checkpoint(${mode})`)
  )
  return row !== undefined && row.busy === 0 && row.log === row.checkpointed
}

/**
 * @param {BetterSqlite3.Database} db
 * @returns {import('./maintenance.js').FileCheck}
 */
export function check(db) {
  /** @type {string[]} */
  let lines = []
  try {
    lines = db.prepare('pragma quick_check').pluck().all().map(String)
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] }
  }
  return { problems: lines.filter((line) => line !== 'ok') }
}
