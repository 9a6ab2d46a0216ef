import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { createRecentEvents, type RecentEventsOptions } from './recent-events.js'

const message = (text: string): JSONRPCMessage => ({ jsonrpc: '2.0', id: 1, result: { text } })

function eventsWith(options: Partial<RecentEventsOptions> = {}) {
  let time = 0
  const events = createRecentEvents({ now: () => time, ...options })
  const behind = async (id: string) => {
    const told: JSONRPCMessage[] = []
    await events.replayEventsAfter(id, { send: async (_, one) => void told.push(one) })
    return told
  }
  return { ...events, behind, pass: (ms: number) => (time += ms) }
}

describe('what a session was told last', () => {
  it('is told again from behind an event on, of that stream alone', async () => {
    const { storeEvent, behind } = eventsWith()
    const first = await storeEvent('a', message('1'))
    await storeEvent('b', message('of another stream'))
    for (const text of ['2', '3']) await storeEvent('a', message(text))
    expect(await behind(first)).toEqual([message('2'), message('3')])
  })

  it.each([
    ['too many', { maxEvents: 2 }, 0],
    ['too long', { maxChars: 100 }, 0],
    ['too old', { keptMs: 1_000 }, 1_000],
  ])('is gone once it is %s', async (_, options, ms) => {
    const { storeEvent, getStreamIdForEventId, behind, pass } = eventsWith(options)
    const first = await storeEvent('a', message('secret'))
    expect(await getStreamIdForEventId?.(first)).toBe('a')
    pass(ms)
    const rest = [await storeEvent('a', message('x')), await storeEvent('a', message('y'))]
    expect(await getStreamIdForEventId?.(first)).toBeUndefined()
    expect(await getStreamIdForEventId?.(rest[1] ?? '')).toBe('a')
    await expect(behind(first)).rejects.toThrow('not kept')
  })
})
