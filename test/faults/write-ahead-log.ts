import { statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { capture } from '../../src/user/thoughts.js'
import { ann, openSpine, storeFile } from '../open-spine.js'

export interface LogReport {
  /** The largest that the log was, in bytes, while a reader kept an old state. */
  readonly pinned: number
  /** Bytes written through it in that time, at least. */
  readonly written: number
  /** The largest that it was after the reader had gone on, and when the store was idle. */
  readonly after: number
  readonly idle: number
  readonly closed: number
  readonly slowestMs: number
}

/** Many small writes, the first half beside a reader that keeps an old state, the second half after it went on. */
export async function writeBesideReader(folder: string, writes: number): Promise<LogReport> {
  const spine = await openSpine(folder, { durability: 'normal' })
  const log = `${storeFile(folder)}-wal`
  const size = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const reader = new BetterSqlite3(storeFile(folder))
  reader.exec('begin')
  reader.prepare('select count(*) from item').get()
  let slowestMs = 0
  const write = async (from: number, to: number) => {
    let largest = 0
    for (let i = from; i < to; i++) {
      const started = performance.now()
      await capture(spine, ann, { text: `small note ${i}` })
      slowestMs = Math.max(slowestMs, performance.now() - started)
      if (i % 16 === 0) largest = Math.max(largest, size())
    }
    return largest
  }
  const pinned = await write(0, writes / 2)
  reader.exec('rollback')
  // The next look at the log comes within a second, and finds it free.
  let written = writes / 2
  for (const end = performance.now() + 3_000; performance.now() < end; written++)
    await write(written, written + 1)
  const after = await write(written, written + writes / 2)
  const idle = await shrinks(size)
  reader.close()
  await spine.store.close()
  return { pinned, written: writes * 4096, after, idle, closed: size(), slowestMs }
}

/** The size that is reached when nothing is written any more. */
async function shrinks(size: () => number): Promise<number> {
  const deadline = performance.now() + 6_000
  while (size() > 5 * 1024 * 1024 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return size()
}
