import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'

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

/** The end of an index term: terms are stored without what they share with the one before. */
export function termNeedle(token: string): Needle[] {
  const bytes = Buffer.from(token, 'utf8').subarray(4)
  return bytes.length < MIN_BYTES ? [] : [{ form: 'index term', bytes }]
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

export interface IndexTerms {
  /** Of `fts5vocab`, and rebuilt from the prefix-compressed pages: the two must say the same. */
  readonly dictionary: ReadonlySet<string>
  readonly stored: ReadonlySet<string>
  /** Beginnings of terms that say which page a term is on. */
  readonly separators: readonly string[]
}

/** Every term that the full-text index's own tables hold. */
export function readIndex(file: string): IndexTerms {
  const db = new BetterSqlite3(file)
  try {
    db.exec(`create virtual table temp.words using fts5vocab('main', 'item_fts', 'row')`)
    const dictionary = new Set(db.prepare('select term from temp.words').pluck().all() as string[])
    const separators = (db.prepare('select term from item_fts_idx').pluck().all() as Buffer[]).map((term) =>
      Buffer.from(term).toString('utf8', 1),
    )
    const stored = new Set<string>()
    const leaves = db.prepare('select id, block from item_fts_data where id > 10').iterate() as Iterable<{
      id: number
      block: Buffer
    }>
    for (const { id, block } of leaves) {
      const isDoclistIndex = Math.floor(id / 2 ** 36) % 2 === 1
      if (!isDoclistIndex) for (const term of termsOfLeaf(block)) stored.add(term)
    }
    return { dictionary, stored, separators }
  } finally {
    db.close()
  }
}

/** The terms of one leaf page of FTS5's b-tree (format: fts5_index.c, "Segment b-tree"). */
function termsOfLeaf(block: Buffer): string[] {
  const bodyEnd = block.readUInt16BE(2)
  const terms: string[] = []
  let before = Buffer.alloc(0)
  let at = 0
  for (let index = bodyEnd; index < block.length; ) {
    const [delta, width] = varint(block, index)
    index += width
    at += delta
    const isFirst = terms.length === 0
    const [kept, keptWidth] = isFirst ? [0, 0] : varint(block, at)
    const [length, lengthWidth] = varint(block, at + keptWidth)
    const from = at + keptWidth + lengthWidth
    before = Buffer.concat([before.subarray(0, kept), block.subarray(from, from + length)])
    terms.push(before.toString('utf8', 1))
  }
  return terms
}

function varint(bytes: Buffer, at: number): [value: number, width: number] {
  let value = 0
  for (let width = 1; ; width++) {
    const byte = bytes[at + width - 1] as number
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, width]
  }
}
