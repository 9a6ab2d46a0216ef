import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { capture } from '../../src/user/thoughts.js'
import { ann, openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { writeBesideReader } from './write-ahead-log.js'

const MB = 1024 * 1024

describe('the write-ahead log', () => {
  it('stays bounded once a reader has gone on, and is gone after closing (S06)', async () => {
    const report = await writeBesideReader(await temporaryFolder(), 3_000)
    expect(report.pinned).toBeGreaterThan(16 * MB)
    expect(report.idle).toBeLessThanOrEqual(report.pinned)
    expect(report.closed).toBe(0)
    expect(report.slowestMs).toBeLessThan(2_000)
  })

  it('lets a write go on while another connection reads (S01)', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    await capture(spine, ann, { text: 'first' })
    const other = new BetterSqlite3(storeFile(folder))
    other.exec('begin')
    const cursor = other.prepare('select * from item').iterate()
    cursor.next()
    await capture(spine, ann, { text: 'written beside an open cursor' })
    cursor.return?.()
    other.exec('rollback')
    other.close()
    await spine.store.close()
  })

  it('waits for another writer without holding the event loop, up to its bound (S01)', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder, { busyTimeoutMs: 400 })
    const other = new BetterSqlite3(storeFile(folder))
    other.exec('begin immediate')
    const waiting = capture(spine, ann, { text: 'waits for its turn' })
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 10)
    await new Promise((resolve) => setTimeout(resolve, 300))
    // Held for 300 ms, the timer would not have run.
    expect(ticks).toBeGreaterThan(5)
    other.exec('rollback')
    await expect(waiting).resolves.toMatchObject({ outcome: 'added' })

    other.exec('begin immediate')
    const error = await capture(spine, ann, { text: 'waits in vain' }).catch((reason: unknown) => reason)
    clearInterval(timer)
    expect(error).toMatchObject({ code: 'store_busy', hint: expect.any(String) })
    other.exec('rollback')
    expect(other.prepare('select count(*) from item').pluck().get()).toBe(1)
    await expect(capture(spine, ann, { text: 'waits in vain' })).resolves.toMatchObject({ outcome: 'added' })
    other.close()
    await spine.store.close()
  })
})
