// Copies of the file, made and examined by the housekeeping process (maintenance-process.js).
import { closeSync, fsyncSync, openSync, readSync, statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { check, withDatabase } from './file-upkeep.js'

const LOCK_WAIT_MS = 5_000
// 20 MB between two turns of the event loop, so that checkpoints get theirs.
const PAGES_PER_STEP = 5_000

/**
 * @param {string} file
 * @param {string} copy an empty file
 * @returns {Promise<import('../store.js').BackupReport>}
 */
export async function backUp(file, copy) {
  await copyDatabase(file, copy)
  const report = withDatabase(copy, seal)
  const descriptor = openSync(copy, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return { ...report, bytes: statSync(copy).size }
}

/**
 * @param {string} file
 * @param {string} copy
 */
async function copyDatabase(file, copy) {
  const db = new BetterSqlite3(file, { timeout: LOCK_WAIT_MS, fileMustExist: true })
  try {
    // One state for the whole copy: without it, each commit of another process would begin it anew.
    db.exec('begin')
    db.prepare('select count(*) from sqlite_schema').get()
    await db.backup(copy, { progress: () => PAGES_PER_STEP })
  } finally {
    db.close()
  }
}

/**
 * One file and nothing beside it, looked at from end to end.
 * @param {BetterSqlite3.Database} db
 */
function seal(db) {
  db.pragma('journal_mode = delete')
  const { problems } = check(db)
  if (problems.length > 0) throw new Error(`the copy is damaged: ${problems[0]}`)
  const tables = /** @type {string[]} */ (
    db
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not glob 'item_fts*' and name not glob 'sqlite_*' and name <> 'store_meta' order by name",
      )
      .pluck()
      .all()
  )
  const counts = Object.fromEntries(
    tables.map((name) => [name, Number(db.prepare(`select count(*) from "${name}"`).pluck().get())]),
  )
  if (counts['item'] !== counts['item_text']) throw new Error('the copy has items without their text')
  return { schema: Number(db.pragma('user_version', { simple: true })), counts }
}

/**
 * Whether a file is a store of ours, by its first bytes alone.
 * @param {string} file
 * @param {number} applicationId
 */
export function isStoreFile(file, applicationId) {
  const descriptor = openSync(file, 'r')
  try {
    const head = Buffer.alloc(100)
    const length = readSync(descriptor, head, 0, head.length, 0)
    return (
      length === head.length &&
      head.toString('latin1', 0, 15) === 'SQLite format 3' &&
      head.readUInt32BE(68) === applicationId
    )
  } finally {
    closeSync(descriptor)
  }
}
