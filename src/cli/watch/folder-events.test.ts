import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFolderEvents } from './folder-events.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Events of a file system that the test plays. */
function played({ refused = new Set<string>() } = {}) {
  const heard = new Map<string, () => void>()
  const events = createFolderEvents({ idleMs: 30_000, deafMs: 2_000 }, (folder, hear) => {
    if (refused.has(folder)) throw new Error('ENOSPC')
    heard.set(folder, hear)
    return { close: () => void heard.delete(folder) }
  })
  const isOver = async (waiting: Promise<void>) => {
    let over = false
    void waiting.then(() => {
      over = true
    })
    await vi.advanceTimersByTimeAsync(0)
    return over
  }
  return { events, heard, isOver }
}

describe('events of folders', () => {
  it('are looked for anew in a folder that was just found, as nobody heard what happened before', async () => {
    const { events, isOver } = played()
    expect(await isOver(events.next(['a']))).toBe(true)
    expect(await isOver(events.next(['a']))).toBe(false)
  })

  it('wake who waits, and are not lost on who does not', async () => {
    const { events, heard, isOver } = played()
    await events.next(['a', 'b'])
    const waiting = events.next(['a', 'b'])
    heard.get('b')?.()
    expect(await isOver(waiting)).toBe(true)
    await events.next(['a', 'b'])
    heard.get('a')?.()
    expect(await isOver(events.next(['a', 'b']))).toBe(true)
  })

  it('are not waited for for ever', async () => {
    const { events, isOver } = played()
    await events.next(['a'])
    const waiting = events.next(['a'])
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await isOver(waiting)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isOver(waiting)).toBe(true)
  })

  it('are replaced by looking every two seconds where a system watches no more', async () => {
    const { events, isOver } = played({ refused: new Set(['b']) })
    await events.next(['a', 'b'])
    const waiting = events.next(['a', 'b'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await isOver(waiting)).toBe(true)
  })

  it('are no longer heard of a folder that is gone, nor of any when it is over', async () => {
    const { events, heard, isOver } = played()
    await events.next(['a', 'b'])
    expect([...heard.keys()]).toEqual(['a', 'b'])
    const waiting = events.next(['a'])
    expect([...heard.keys()]).toEqual(['a'])
    heard.get('a')?.()
    await waiting
    const resting = events.rest(60_000)
    events.close()
    expect(await isOver(resting)).toBe(true)
    expect([...heard.keys()]).toEqual([])
    expect(await isOver(events.next(['a']))).toBe(true)
  })
})
