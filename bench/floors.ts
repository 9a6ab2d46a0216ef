import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { segment } from '../src/text/segment.js'
import { messagesOf } from './messages.js'
import { median } from './statistics.js'
import type { Dataset } from './subject.js'

/** What this machine can do at best; nothing built on it is faster. */
export interface Floors {
  /** Median time to make 4 KB durable. */
  readonly fdatasyncMs: number
  /** Reading memory on one thread. */
  readonly scanGigabytes: number
  /** Rows by their number out of a SQLite table, a second. */
  readonly pointLookUps: number
  /** `JSON.parse` of the data set's lines, MB a second. */
  readonly jsonMegabytes: number
  /** What turning one text into tokens costs an import, in microseconds. */
  readonly segmentMicros: number
}

/** Median time to append 4 KB and wait until the disk has them, in milliseconds. */
export function fdatasyncMedianMs(folder: string, times: number): number {
  const file = openSync(join(folder, 'fdatasync.probe'), 'w')
  const page = Buffer.alloc(4096, 1)
  try {
    return median(
      Array.from({ length: times }, () =>
        elapsedMs(() => {
          writeSync(file, page)
          fdatasyncSync(file)
        }),
      ),
    )
  } finally {
    closeSync(file)
  }
}

export async function measureFloors(home: string, { sources }: Dataset): Promise<Floors> {
  const texts: string[] = []
  for await (const messages of messagesOf(sources[0], SAMPLE)) {
    texts.push(...messages.map(({ text }) => text))
    break
  }
  return {
    fdatasyncMs: fdatasyncMedianMs(home, 100),
    scanGigabytes: scanGigabytes(),
    pointLookUps: pointLookUps(home),
    jsonMegabytes: jsonMegabytes(texts),
    segmentMicros: segmentMicros(texts),
  }
}

const SAMPLE = 10_000

function scanGigabytes(): number {
  // larger than the caches; the byte is not there, so all of it is read
  const memory = Buffer.alloc(256 * 1024 * 1024, 1)
  const ms = median(Array.from({ length: 5 }, () => elapsedMs(() => memory.indexOf(2))))
  return memory.length / 1e6 / ms
}

/** Rows by their number out of a SQLite table, a second. */
export function pointLookUps(home: string): number {
  const rows = 100_000
  const database = new Database(join(home, 'floors.db'))
  try {
    database.exec('create table row (id integer primary key, text text)')
    const add = database.prepare('insert into row values (?, ?)')
    database.transaction(() => {
      for (let i = 0; i < rows; i++) add.run(i, `text of row ${i}`.padEnd(150, '.'))
    })()
    const read = database.prepare('select text from row where id = ?')
    const ms = elapsedMs(() => {
      for (let i = 0; i < rows; i++) read.get((i * 7919) % rows)
    })
    return rows / (ms / 1000)
  } finally {
    database.close()
  }
}

function jsonMegabytes(texts: readonly string[]): number {
  const lines = texts.map((content, i) => JSON.stringify({ role: 'user', content, at: i, session: 'big-0' }))
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
  return bytes / 1e3 / warmMs(() => lines.map((line) => JSON.parse(line)))
}

/** Half of the texts are for the compiler; the other half bring new words as a real import does. */
function segmentMicros(texts: readonly string[]): number {
  const half = Math.ceil(texts.length / 2)
  const run = (some: readonly string[]) => elapsedMs(() => some.map((text) => segment(text)))
  run(texts.slice(0, half))
  return (1000 * run(texts.slice(half))) / (texts.length - half)
}

/** The best of a few runs, the first of which the compiler has to look at. */
function warmMs(work: () => unknown): number {
  return Math.min(...Array.from({ length: 4 }, () => elapsedMs(work)))
}

function elapsedMs(work: () => unknown): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
