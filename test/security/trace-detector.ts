import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { tokenKey } from '../../src/words/token-key.js'

// Looks for what a forgotten text could have left behind, in its own way: it shares no code with the proof that
// the product makes, so that a mistake there shows here. Only for folders of a closed store: reading the raw file
// of an open one would drop its locks.

/** A piece of a forgotten text, in one of the forms in which it could lie on disk. */
export interface Needle {
  readonly form: string
  readonly bytes: Buffer
}

const WINDOW_BYTES = 12
const MIN_BYTES = 7

/** Pieces of a text in UTF-8, UTF-16LE and base64 at its three alignments. */
export function needlesOf(text: string, windows = 24): Needle[] {
  const utf8 = Buffer.from(text, 'utf8')
  const forms: [string, Buffer][] = [
    ['utf-8', utf8],
    ['utf-16', Buffer.from(text, 'utf16le')],
    ...[0, 1, 2].map((shift): [string, Buffer] => [
      `base64+${shift}`,
      // What stands before and after decides the first and last group: those are left out.
      Buffer.from(Buffer.concat([Buffer.alloc(shift), utf8]).toString('base64')).subarray(4, -4),
    ]),
  ]
  return forms.flatMap(([form, bytes]) => piecesOf(bytes, windows).map((piece) => ({ form, bytes: piece })))
}

/** A token as the index of words knows it: as lists and tails hold it, and as SQLite stores a whole number. */
export function keyNeedles(token: string): Needle[] {
  const key = tokenKey(token)
  const inList = Buffer.alloc(8)
  inList.writeDoubleLE(key)
  const inRow = Buffer.alloc(8)
  inRow.writeBigInt64BE(BigInt(key))
  return [
    { form: 'key in a list', bytes: inList },
    // One of so few digits is too short to be told from chance.
    ...(key < 2 ** 47 ? [] : [{ form: 'key of a row', bytes: inRow }]),
  ]
}

function piecesOf(bytes: Buffer, windows: number): Buffer[] {
  if (bytes.length < MIN_BYTES) return []
  if (bytes.length <= WINDOW_BYTES) return [bytes]
  const last = bytes.length - WINDOW_BYTES
  const step = Math.max(1, Math.floor(last / windows))
  const pieces: Buffer[] = []
  for (let at = 0; at <= last; at += step) pieces.push(bytes.subarray(at, at + WINDOW_BYTES))
  pieces.push(bytes.subarray(last))
  return pieces
}

/** Which of the needles occur in the bytes. */
export function searchBytes(bytes: Buffer, needles: readonly Needle[]): Needle[] {
  const byHead = new Map<number, Needle[]>()
  const heads = new Uint8Array(1 << 16)
  for (const needle of needles) {
    const head = needle.bytes.readUInt32LE(0)
    heads[head & 0xffff] = 1
    const known = byHead.get(head)
    if (known === undefined) byHead.set(head, [needle])
    else known.push(needle)
  }
  const found = new Set<Needle>()
  for (let at = 0; at + 4 <= bytes.length; at++) {
    if (heads[(bytes[at] as number) | ((bytes[at + 1] as number) << 8)] === 0) continue
    for (const needle of byHead.get(bytes.readUInt32LE(at)) ?? []) {
      if (needle.bytes.equals(bytes.subarray(at, at + needle.bytes.length))) found.add(needle)
    }
  }
  return [...found]
}

/** Which of the needles occur in any file of the folder. */
export function searchFolder(folder: string, needles: readonly Needle[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const found = searchBytes(readFileSync(join(entry.parentPath, entry.name)), needles)
      return found.map(({ form, bytes }) => `${entry.name}: ${form}: ${bytes.toString('latin1')}`)
    })
}

/** Every key that the index of words holds, in whatever state: searched, being made, on its way out, or not yet folded. */
export function readKeys(file: string): ReadonlySet<number> {
  const db = new BetterSqlite3(file, { readonly: true })
  try {
    const rows = db.prepare('select content from posting where token >= 0').pluck().all() as Buffer[]
    const firsts = db.prepare('select token from posting where token >= 0').pluck().all() as number[]
    const tail = db
      .prepare('select content from posting_tail where content is not null')
      .pluck()
      .all() as Buffer[]
    return new Set([
      ...firsts,
      ...rows.flatMap((row) => numbersIn(row, 8, row.readUInt32LE(0))),
      ...tail.flatMap((text) => numbersIn(text, 0, text.length / 9)),
    ])
  } finally {
    db.close()
  }
}

/** Every row number that the index of words names. */
export function readIndexedRows(file: string): ReadonlySet<number> {
  const db = new BetterSqlite3(file, { readonly: true })
  try {
    const tables = db.prepare('select content from posting where token < 0').pluck().all() as Buffer[]
    const tail = db.prepare('select rid from posting_tail').pluck().all() as number[]
    return new Set([...tail, ...tables.flatMap((table) => numbersIn(table, 0, table.length / 12))])
  } finally {
    db.close()
  }
}

function numbersIn(bytes: Buffer, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => bytes.readDoubleLE(from + place * 8))
}
