import { afterEach, describe, expect, it } from 'vitest'
import { changesOf, type Engine, openMemory, reachOfMemory } from '../../src/engine.js'
import { type ChangeFeed, createChangeFeed } from '../../src/http/events/change-feed.js'
import { eventBanks } from '../../src/http/events/event-banks.js'
import type { Who } from '../../src/reach.js'
import { temporaryFolder } from '../open-spine.js'

/** Nothing happens by itself: a test says when the store is looked at. */
const limits = { everyMs: 3_600_000, heardEveryMs: 3_600_000, heartbeatMs: 3_600_000, maxWaiting: 5 }

const opened: Engine[] = []

afterEach(() => Promise.all(opened.splice(0).map((engine) => engine.close())))

describe('server-sent events', () => {
  it('tells a listener what another process wrote, without a word of it', async () => {
    const { engine, other, feed } = await twoProcesses()
    const ann = await listen(feed, engine, { user: 'ann' })
    await other.as({ user: 'ann' }).capture({ text: 'the safe opens with SESAME' })
    await other.as({ user: 'ben' }).capture({ text: 'nothing for ann' })
    await feed.look()
    const events = await ann.read()
    expect(events.map(({ event }) => event)).toEqual(['ready', 'change'])
    expect(events[1]?.data).toMatchObject({ bank: 'u/ann/main', operation: 'memory.capture' })
    expect(events[1]?.data['ids']).toHaveLength(1)
    expect(JSON.stringify(events)).not.toMatch(/sesame|safe/i)
  })

  it('goes on behind the last event that was heard', async () => {
    const { engine, feed } = await twoProcesses()
    const memory = engine.as({ user: 'ann' })
    const first = await listen(feed, engine, { user: 'ann' })
    await memory.capture({ text: 'one' })
    await feed.look()
    const heard = (await first.read()).at(-1)?.id ?? ''
    first.leave()
    await memory.capture({ text: 'two' })
    await memory.capture({ text: 'three' })
    const again = await listen(feed, engine, { user: 'ann' }, heard)
    await feed.look()
    const ids = (await memory.thoughts({})).items.map(({ id }) => id)
    const told = (await again.read()).flatMap(({ event, data }) => (event === 'change' ? data['ids'] : []))
    expect(told).toEqual([ids[1], ids[0]])
  })

  it('says so where something may have been missed: a strange id, or too much meanwhile', async () => {
    const { engine, feed } = await twoProcesses()
    const memory = engine.as({ user: 'ann' })
    const start = await listen(feed, engine, { user: 'ann' })
    const heard = (await start.read())[0]?.id
    for (const text of 'abcdef') await memory.capture({ text })
    const ids = ['nonsense', '', heard?.replace(/^./, 'x') ?? '', heard ?? '']
    for (const id of ids) {
      const late = await listen(feed, engine, { user: 'ann' }, id)
      await feed.look()
      expect((await late.read()).map(({ event }) => event)).toEqual(['ready', 'reset'])
    }
  })

  it('holds few events for a reader that does not read, and tells it to load anew', async () => {
    const { engine, feed } = await twoProcesses()
    const memory = engine.as({ user: 'ann' })
    const slow = await listen(feed, engine, { user: 'ann' })
    for (const text of 'abcdefgh') {
      await memory.capture({ text })
      await feed.look()
    }
    const events = await slow.read()
    expect(events.length).toBeLessThanOrEqual(limits.maxWaiting)
    expect(events.some(({ event }) => event === 'reset')).toBe(true)
    await memory.capture({ text: 'later' })
    await feed.look()
    expect((await slow.read()).map(({ event }) => event)).toEqual(['change'])
  })

  it('ends when the key is revoked, at once, and tells nothing more', async () => {
    const { engine, feed } = await twoProcesses()
    let isAllowed = true
    const heard = await listen(feed, engine, { user: 'ann' }, null, async () => isAllowed)
    await feed.look()
    isAllowed = false
    // Whatever is noted of the store as a whole, as that a key was taken back, makes the feed ask again.
    const administrator = engine.as({ administrator: true })
    await expect(administrator.importArchive({ content: 'no archive' })).rejects.toThrow()
    await engine.as({ user: 'ann' }).capture({ text: 'secret' })
    await feed.look()
    expect((await heard.read()).map(({ event, data }) => [event, data['reason']])).toEqual([
      ['ready', undefined],
      ['end', 'revoked'],
    ])
    expect(await heard.isClosed()).toBe(true)
  })

  it('ends when the server stops', async () => {
    const { engine, feed } = await twoProcesses()
    const stop = new AbortController()
    const heard = await listen(feed, engine, { user: 'ann' }, null, async () => true, stop.signal)
    stop.abort()
    expect((await heard.read()).at(-1)).toMatchObject({ event: 'end', data: { reason: 'closing' } })
    expect(await heard.isClosed()).toBe(true)
  })

  it('is about the banks alone that a caller reads', async () => {
    const { engine } = await twoProcesses()
    const banks = (who: Who) => eventBanks(reachOfMemory(engine.as(who)))
    expect(banks({ user: 'ann', capabilities: [] })).toEqual([])
    expect(banks({ user: 'ann', capabilities: ['memory.read'] })).toEqual(['u/ann/main'])
    expect(banks({ user: 'ann', workspace: 'acme' })).toEqual(['w/acme', 'system/documents'])
    expect(banks({ user: 'ann', administrator: true })).toEqual([
      'u/ann/main',
      'u/ann/documents',
      'system/documents',
      'system/store',
    ])
  })
})

async function twoProcesses(): Promise<{ engine: Engine; other: Engine; feed: ChangeFeed }> {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, embedder: 'off' })
  const other = await openMemory({ home, embedder: 'off' })
  opened.push(engine, other)
  return { engine, other, feed: createChangeFeed(changesOf(engine), limits) }
}

interface Heard {
  readonly event: string
  readonly id: string | undefined
  readonly data: Record<string, unknown>
}

async function listen(
  feed: ChangeFeed,
  engine: Engine,
  who: Who,
  lastEventId: string | null = null,
  isStillAllowed = async () => true,
  ...signals: AbortSignal[]
) {
  const banks = eventBanks(reachOfMemory(engine.as(who)))
  const body = await feed.listen({ banks, lastEventId, isStillAllowed, signals })
  const reader = body.getReader()
  return {
    /** What has come so far: a stream gives in one piece what waits. */
    read: async (): Promise<Heard[]> => parse(new TextDecoder().decode((await reader.read()).value)),
    isClosed: async () => (await reader.read()).done,
    leave: () => void reader.cancel(),
  }
}

function parse(text: string): Heard[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '' && !frame.startsWith(':'))
    .map((frame) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
      return { event: field('event') ?? '', id: field('id'), data: JSON.parse(field('data') ?? '{}') }
    })
}
