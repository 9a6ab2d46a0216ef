// Whether forgotten texts are gone from the bytes on disk, and what is done where they are not.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { checkpoint, withDatabase } from './file-upkeep.js'
import { createFragmentScanner, OVERLAP_BYTES } from './fragment-scanner.js'

/** @typedef {import('better-sqlite3').Database} Database */
/** @typedef {import('../store.js').ErasedContent} Erased */
/** @typedef {import('../store.js').ErasureProof} Proof */

const READER_PATIENCE_MS = 2_000
const BETWEEN_TRIES_MS = 20

/**
 * A clean look is the only proof: rows that are gone can have left bytes in free pages or in the WAL. What is found is
 * repaired (file vacuumed) and looked for again.
 * @param {string} file
 * @param {Erased} erased
 * @returns {Proof}
 */
export function verifyErased(file, erased) {
  /** @type {'vacuum'[]} */
  const repairs = []
  if (erased.isSample === true) {
    withDatabase(file, vacuum)
    repairs.push('vacuum')
  }
  for (;;) {
    if (!withDatabase(file, truncatePatiently)) {
      return proof('logical', 0, repairs, 'a reader still holds the state before (pending_readers)')
    }
    const { texts, vectors, scannedBytes } = piecesOnDisk(file, erased)
    const hasBytes = withDatabase(
      file,
      (db) =>
        hasDeadPiece(db, texts, [...livingTexts(db), livingPieces]) ||
        hasDeadPiece(db, vectors, [...livingVectors, livingPieces]),
    )
    if (!hasBytes) return proof('physical', scannedBytes, repairs)
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
 * @param {'vacuum'[]} repairs
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
 * Every text that any table holds, but ids and names of banks, and how the tables are made: so no kind has to be named here.
 * @param {Database} db
 * @returns {string[]}
 */
function livingTexts(db) {
  const ofTables = db
    .prepare(
      `select 'select "' || c.name || '" from "' || t.name || '" where "' || c.name || '" is not null'
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and lower(c.type) = 'text' and c.name not in ('bank', 'id', 'item_id', 'source_id')`,
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
