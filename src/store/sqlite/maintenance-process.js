// The store's housekeeping, in a process of its own: checkpoints, proofs of erasure, rebuilds and VACUUM take
// long, and reading the raw file in the main process would drop its locks (closing any descriptor of a file
// cancels all POSIX locks that the process holds on it). Plain JavaScript, so that source and build start the same file.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { createFragmentScanner, fragmentsOf } from './fragment-scanner.js'

/** @typedef {import('./maintenance.js').MaintenanceRequest} Request */
/** @typedef {import('../store.js').ErasedContent} Erased */
/** @typedef {import('../store.js').ErasureProof} Proof */

const LOCK_WAIT_MS = 5_000
const READER_PATIENCE_MS = 2_000

process.on('message', (/** @type {{ id: number, request: Request }} */ { id, request }) => {
  try {
    answer({ id, value: perform(request) })
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

/** @param {object} message */
function answer(message) {
  process.send?.(message)
}

/** @param {Request} request */
function perform(request) {
  switch (request.kind) {
    case 'checkpoint':
      return withDatabase(request.file, (db) => checkpoint(db, request.mode))
    case 'check':
      return withDatabase(request.file, check)
    case 'verify':
      return verifyErased(request.file, request.erased)
  }
}

/**
 * @template T
 * @param {string} file
 * @param {(db: BetterSqlite3.Database) => T} work
 * @returns {T}
 */
function withDatabase(file, work) {
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
 * True when every frame of the WAL has reached the file.
 * @param {BetterSqlite3.Database} db
 * @param {'passive' | 'truncate'} mode
 */
function checkpoint(db, mode) {
  const [row] = /** @type {{ busy: number, log: number, checkpointed: number }[]} */ (
    db.pragma(`wal_checkpoint(${mode})`)
  )
  return row !== undefined && row.busy === 0 && row.log === row.checkpointed
}

/**
 * @param {BetterSqlite3.Database} db
 * @returns {import('./maintenance.js').FileCheck}
 */
function check(db) {
  const lines = db.prepare('pragma quick_check').pluck().all().map(String)
  let indexProblem = null
  try {
    db.exec(`insert into item_fts (item_fts, rank) values ('integrity-check', 1)`)
  } catch (error) {
    indexProblem = `the full-text index differs from the stored terms (${error instanceof Error ? error.message : error})`
  }
  return { problems: lines.filter((line) => line !== 'ok'), indexProblem }
}

/**
 * A clean scan is the only proof: rows that are gone can have left bytes in free pages, in the WAL or in the
 * full-text index. What is found is repaired (index rebuilt, file vacuumed) and looked for again.
 * @param {string} file
 * @param {Erased} erased
 * @returns {Proof}
 */
function verifyErased(file, erased) {
  /** @type {('rebuild' | 'vacuum')[]} */
  const repairs = []
  for (;;) {
    const deadline = Date.now() + READER_PATIENCE_MS
    const look = withDatabase(file, (db) => {
      let isDone = checkpoint(db, 'truncate')
      while (!isDone && Date.now() < deadline) isDone = checkpoint(db, 'truncate')
      return { isDone, ...stillLiving(db, erased) }
    })
    if (!look.isDone) return proof('logical', 0, repairs, 'a reader still holds the state before (pending_readers)')
    if (look.indexResidue && !repairs.includes('rebuild')) {
      withDatabase(file, (db) => void db.exec(`insert into item_fts (item_fts) values ('rebuild')`))
      repairs.push('rebuild')
      continue
    }
    const scan = createFragmentScanner(look.fragments)
    let scannedBytes = 0
    for (const name of [file, `${file}-wal`, `${file}-journal`]) scannedBytes += scanFile(name, scan.feed)
    if (scan.found.size === 0 && !look.indexResidue) return proof('physical', scannedBytes, repairs)
    if (repairs.includes('vacuum')) {
      return proof('logical', scannedBytes, repairs, 'bytes were still found after VACUUM: run recollect doctor')
    }
    withDatabase(file, (db) => void db.exec('vacuum'))
    repairs.push('vacuum')
  }
}

/**
 * @param {Proof['state']} state
 * @param {number} scannedBytes
 * @param {('rebuild' | 'vacuum')[]} repairs
 * @param {string} [reason]
 * @returns {Proof}
 */
function proof(state, scannedBytes, repairs, reason) {
  return { state, scannedBytes, repairs, ...(reason === undefined ? {} : { reason }) }
}

/**
 * What other rows still say in the same words is no residue: those fragments and tokens are left out.
 * @param {BetterSqlite3.Database} db
 * @param {Erased} erased
 */
function stillLiving(db, erased) {
  const living = createFragmentScanner(fragmentsOf(erased.texts))
  const dead = new Set(erased.tokens)
  const live = [
    'select body as text from item_text',
    'select name as text from session',
    'select speaker as text from turn where speaker is not null',
  ]
  for (const query of live) {
    for (const text of db.prepare(query).pluck().iterate()) living.feed(Buffer.from(String(text), 'utf8'))
  }
  for (const row of db.prepare('select words, parts from item_terms').iterate()) {
    const { words, parts } = /** @type {{ words: string, parts: string }} */ (row)
    living.feed(Buffer.from(words, 'utf8'))
    living.feed(Buffer.from(parts, 'utf8'))
    if (dead.size > 0) for (const token of `${words} ${parts}`.split(' ')) dead.delete(token)
  }
  return { fragments: living.missing(), indexResidue: hasIndexResidue(db, dead) }
}

/**
 * FTS5 keeps terms prefix-compressed, so a raw scan proves nothing about it: the dictionary is asked, and the
 * separators of its pages, which can outlive their term.
 * @param {BetterSqlite3.Database} db
 * @param {ReadonlySet<string>} dead
 */
function hasIndexResidue(db, dead) {
  if (dead.size === 0) return false
  db.exec(`create virtual table temp.dictionary using fts5vocab('main', 'item_fts', 'row')`)
  const hasTerm = db.prepare('select 1 from temp.dictionary where term = ?')
  const hasTermBetween = db.prepare('select 1 from temp.dictionary where term >= ? and term < ? limit 1')
  for (const token of dead) if (hasTerm.get(token.toLowerCase()) !== undefined) return true
  const separators = new Set()
  for (const term of db.prepare('select term from item_fts_idx').pluck().iterate()) {
    // The first byte names the index the term belongs to.
    separators.add(Buffer.from(/** @type {Buffer} */ (term)).toString('latin1').slice(1))
  }
  for (const token of dead) {
    const bytes = Buffer.from(token, 'utf8').toString('latin1')
    for (let length = SEPARATOR_MIN; length <= bytes.length; length++) {
      const separator = bytes.slice(0, length)
      if (!separators.has(separator)) continue
      const from = Buffer.from(separator, 'latin1')
      const isShared = hasTermBetween.get(from.toString('utf8'), `${from.toString('utf8')}\u{10ffff}`) !== undefined
      if (!isShared) return true
    }
  }
  return false
}

// Shorter beginnings say nothing about the word they came from.
const SEPARATOR_MIN = 3

/**
 * @param {string} name
 * @param {(bytes: Buffer) => void} feed
 */
function scanFile(name, feed) {
  if (!existsSync(name)) return 0
  const descriptor = openSync(name, 'r')
  try {
    const block = Buffer.alloc(BLOCK_BYTES + OVERLAP_BYTES)
    let kept = 0
    let total = 0
    for (;;) {
      const read = readSync(descriptor, block, kept, BLOCK_BYTES, null)
      if (read === 0) return total
      total += read
      feed(block.subarray(0, kept + read))
      const end = kept + read
      kept = Math.min(OVERLAP_BYTES, end)
      block.copyWithin(0, end - kept, end)
    }
  } finally {
    closeSync(descriptor)
  }
}

const BLOCK_BYTES = 1 << 20
const OVERLAP_BYTES = 64
