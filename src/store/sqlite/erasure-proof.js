// Whether forgotten texts are gone from the bytes on disk, and what is done where they are not.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { checkpoint, rebuildIndex, withDatabase } from './file-upkeep.js'
import { createFragmentScanner, OVERLAP_BYTES } from './fragment-scanner.js'

/** @typedef {import('better-sqlite3').Database} Database */
/** @typedef {import('../store.js').ErasedContent} Erased */
/** @typedef {import('../store.js').ErasureProof} Proof */

const READER_PATIENCE_MS = 2_000
const BETWEEN_TRIES_MS = 20

/**
 * A clean look is the only proof: rows that are gone can have left bytes in free pages, in the WAL or in the
 * full-text index. What is found is repaired (index rebuilt, file vacuumed) and looked for again.
 * @param {string} file
 * @param {Erased} erased
 * @returns {Proof}
 */
export function verifyErased(file, erased) {
  /** @type {('rebuild' | 'vacuum')[]} */
  const repairs = []
  if (erased.isSample === true) {
    withDatabase(file, rebuildIndex)
    withDatabase(file, vacuum)
    repairs.push('rebuild', 'vacuum')
  }
  for (;;) {
    if (!withDatabase(file, truncatePatiently)) {
      return proof('logical', 0, repairs, 'a reader still holds the state before (pending_readers)')
    }
    const hasResidue = withDatabase(file, (db) => hasIndexResidue(db, erased))
    if (hasResidue && !repairs.includes('rebuild')) {
      withDatabase(file, rebuildIndex)
      repairs.push('rebuild')
      continue
    }
    const { texts, vectors, scannedBytes } = piecesOnDisk(file, erased)
    const hasBytes = withDatabase(
      file,
      (db) =>
        hasDeadPiece(db, texts, [...livingTexts(db), livingPieces]) ||
        hasDeadPiece(db, vectors, [...livingVectors, livingPieces]),
    )
    if (!hasBytes && !hasResidue) return proof('physical', scannedBytes, repairs)
    if (repairs.includes('vacuum')) {
      return proof(
        'logical',
        scannedBytes,
        repairs,
        'traces were still found after VACUUM: please report this',
      )
    }
    withDatabase(file, vacuum)
    repairs.push('vacuum')
  }
}

/** @param {Database} db */
function vacuum(db) {
  db.exec('vacuum')
}

/** @param {Database} db */
function truncatePatiently(db) {
  const deadline = Date.now() + READER_PATIENCE_MS // clock-ok: a process of its own
  for (;;) {
    if (checkpoint(db, 'truncate')) return true
    if (Date.now() >= deadline) return false // clock-ok: as above
    // Writers get their turn in between.
    Atomics.wait(pause, 0, 0, BETWEEN_TRIES_MS)
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * What the file and its journals hold of the erased texts and vectors.
 * @param {string} file
 * @param {Erased} erased
 */
function piecesOnDisk(file, { texts, bytes = [] }) {
  const ofTexts = createFragmentScanner(
    texts.map((text) => Buffer.from(text, 'utf8')),
    'sparse',
  )
  const ofVectors = createFragmentScanner(
    bytes.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    'sparse',
  )
  let scannedBytes = 0
  for (const name of [file, `${file}-wal`, `${file}-journal`]) {
    scannedBytes += scanFile(name, (block) => {
      ofTexts.feed(block)
      if (bytes.length > 0) ofVectors.feed(block)
    })
  }
  return { texts: ofTexts.found(), vectors: ofVectors.found().filter(saysSomething), scannedBytes }
}

/**
 * Whether four numbers are those of one vector: of zeros, files are full.
 * @param {Buffer} piece
 */
function saysSomething(piece) {
  return new Set(piece).size >= DISTINCT_BYTES
}

const DISTINCT_BYTES = 9

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
 * Whether a piece that is on disk belongs to no living row: what others say in the same words is no residue.
 * @param {Database} db
 * @param {readonly Buffer[]} pieces
 * @param {readonly string[]} queries what is living
 */
function hasDeadPiece(db, pieces, queries) {
  if (pieces.length === 0) return false
  const living = createFragmentScanner(pieces, 'dense')
  for (const query of queries) {
    for (const value of db.prepare(query).pluck().iterate()) {
      living.feed(Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'utf8'))
      if (living.isComplete()) return false
    }
  }
  return true
}

/**
 * Every text that any table holds, but ids and names of banks, and how the tables are made: so no kind has to be named here. The full-text index is
 * looked at by itself.
 * @param {Database} db
 * @returns {string[]}
 */
function livingTexts(db) {
  const ofTables = db
    .prepare(
      `select 'select "' || c.name || '" from "' || t.name || '" where "' || c.name || '" is not null'
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.sql not like '%virtual table%' and t.name not like 'item_fts%'
        and lower(c.type) = 'text' and c.name not in ('bank', 'id', 'item_id', 'source_id')`,
    )
    .pluck()
    .all()
    .map(String)
  // Who remembers SQL says words of our own tables.
  return [...ofTables, 'select sql from sqlite_schema where sql is not null']
}

const livingVectors = ['select vector from embedding where vector is not null']
/** Of artifacts, compressed or as they read. */
const livingPieces = 'select content from artifact_piece'

/**
 * FTS5 keeps terms prefix-compressed, so a raw scan proves nothing about it: the dictionary is asked, and the
 * separators of its pages, which can outlive their term.
 * @param {Database} db
 * @param {Erased} erased
 */
function hasIndexResidue(db, { tokens, rids }) {
  if (tokens.length === 0) return false
  db.exec(`create virtual table temp.dictionary using fts5vocab('main', 'item_fts', 'col')`)
  const isTerm = db.prepare(`select 1 from temp.dictionary where term = ? and col <> 'bank'`)
  const anyRow = db.prepare('select rowid from item_fts where item_fts match ? limit 1').pluck()
  const erasedRow = db.prepare(
    'select 1 from item_fts where item_fts match ? and rowid in (select value from json_each(?)) limit 1',
  )
  const termsOf = db.prepare(`select words || ' ' || parts from item_terms where rid = ?`).pluck()
  const erased = JSON.stringify(rids)
  /** @type {string[]} */
  const dead = []
  for (const token of tokens) {
    const match = `{words parts} : "${token}"`
    const row = anyRow.get(match)
    if (row === undefined) {
      if (isTerm.get(token) !== undefined) return true
      dead.push(token)
    } else {
      if (erasedRow.get(match, erased) !== undefined) return true
      if (!` ${termsOf.get(row) ?? ''} `.includes(` ${token} `)) return true
    }
  }
  return hasDeadSeparator(db, dead)
}

/**
 * A separator is the beginning of a term, cut between any two bytes; it is residue when no term that is there
 * begins with it.
 * @param {Database} db
 * @param {readonly string[]} dead
 */
function hasDeadSeparator(db, dead) {
  const termsFrom = db.prepare('select term from temp.dictionary where term >= ? limit ?').pluck()
  const separators = new Set()
  for (const term of db.prepare('select term from item_fts_idx').pluck().iterate()) {
    // The first byte names the index the term belongs to.
    separators.add(/** @type {Buffer} */ (term).toString('latin1', 1))
  }
  for (const token of dead) {
    const bytes = Buffer.from(token, 'utf8')
    for (let length = SEPARATOR_MIN; length <= bytes.length; length++) {
      const separator = bytes.subarray(0, length)
      if (separators.has(separator.toString('latin1')) && !isBeginning(separator, termsFrom)) return true
    }
  }
  return false
}

/**
 * @param {Buffer} separator
 * @param {import('better-sqlite3').Statement} termsFrom
 */
function isBeginning(separator, termsFrom) {
  // Bytes of half a character are in no text: the search begins before it.
  const from = separator.toString('utf8').replace(/\ufffd+$/, '')
  for (let limit = 16; ; limit *= 8) {
    const terms = termsFrom.all(from, limit).map((term) => Buffer.from(String(term), 'utf8'))
    if (terms.some((term) => term.subarray(0, separator.length).equals(separator))) return true
    const last = terms.at(-1)
    if (
      terms.length < limit ||
      last === undefined ||
      Buffer.compare(last.subarray(0, separator.length), separator) > 0
    )
      return false
  }
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
