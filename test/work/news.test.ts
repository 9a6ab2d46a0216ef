import postgres from 'postgres'
import { beforeAll, expect, it } from 'vitest'
import { changesOf, openMemory, reachOfMemory } from '../../src/engine.js'
import { createChangeFeed } from '../../src/http/events/change-feed.js'
import { eventBanks } from '../../src/http/events/event-banks.js'
import { createNewsRoom, type NewsWire } from '../../src/store/postgres/news/news-room.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

/** Of a machine that does other things beside. */
const BUILD_MS = 300_000

/** Nobody looks by itself: what is heard, is heard because there was word of it. */
const limits = { everyMs: 3_600_000, heardEveryMs: 3_600_000, heartbeatMs: 3_600_000, maxWaiting: 5_000 }

describePostgres('word of changes', () => {
  beforeAll(ensureBuilt, BUILD_MS)

  it('reaches a listener of another server process, and names neither texts nor whose they are', async () => {
    const { url, engine, ann } = await listening()
    const words: string[] = []
    const overhearing = postgres(url, { max: 1, onnotice: () => undefined })
    await overhearing.listen('recollect_changes', (word) => void words.push(word))
    const other = await openMemory({ store: url, embedder: 'off' })
    await other.as({ user: 'ben' }).capture({ text: 'nothing for ann' })
    const { id } = await other.as({ user: 'ann' }).capture({ text: 'the safe opens with SESAME' })
    expect(await ann.until((heard) => heard.includes(id))).not.toMatch(/sesame|ben/i)
    await other.close()
    expect(words.length).toBeGreaterThan(0)
    expect(words.join('\n')).toMatch(/^[0-9a-f@* \n-]+$/)
    await overhearing.end()
    await engine.close()
  })

  it('comes from a process that ends right after it', async () => {
    const { url, engine, ann } = await listening()
    const child = start('work/capture-process.mjs', { store: url, user: 'ann', texts: ['from elsewhere'] })
    const { output, complaints, status } = await ended(child)
    expect([status, complaints]).toEqual([0, ''])
    const [id = ''] = JSON.parse(output)
    expect(await ann.until((heard) => heard.includes(id))).toContain('memory.capture')
    await engine.close()
  })

  it('that nobody could hear while the connection was cut is made up for', async () => {
    const { url, engine, ann, administrator } = await listening()
    const other = await openMemory({ store: url, embedder: 'off' })
    for (let cut = 0; cut < 3; cut++) {
      // Cut and written at once: the word is sent to nobody.
      const [{ id }] = await Promise.all([
        other.as({ user: 'ann' }).capture({ text: `while nobody hears ${cut}` }),
        administrator.unsafe(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'recollect news' and datname = current_database()`,
        ),
      ])
      expect(await ann.until((heard) => heard.includes(id))).toBeTruthy()
    }
    await administrator.end()
    await other.close()
    await engine.close()
  })

  it('is each heard once, however many are told in a burst', async () => {
    const { url, engine, ann } = await listening()
    const other = await openMemory({ store: url, embedder: 'off' })
    const memory = other.as({ user: 'ann' })
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (await memory.capture({ text: `note ${i}` })).id),
    )
    const heard = await ann.until((all) => ids.every((id) => all.includes(id)))
    for (const id of ids) expect(heard.split(id)).toHaveLength(2)
    await other.close()
    await engine.close()
  })
})

it('is not relied on where sessions are lent by the transaction: nothing that is sent comes back', async () => {
  const wire: NewsWire = {
    self: 'a',
    announce: async () => undefined,
    listen: async () => ({ end: async () => undefined }),
  }
  const room = createNewsRoom(wire)
  const told: string[] = []
  room.listen((mark) => void told.push(mark))
  room.tell(['u/ann/main'])
  expect(room.isHeard).toBe(false)
  // Those of the same process need no server.
  expect(told).toHaveLength(1)
  await room.close()
})

it('is relied on once a word to oneself came back, and no more when the session ends', async () => {
  let say: (word: string) => void = () => undefined
  let cut: () => void = () => undefined
  const room = createNewsRoom({
    self: 'a',
    announce: async (word) => say(word),
    listen: async (onWord, onEnd) => {
      say = onWord
      cut = onEnd
      return { end: async () => undefined }
    },
  })
  const marks = heardBy(room)
  expect(await marks.next()).toBe('*')
  expect(room.isHeard).toBe(true)
  say('b 0123')
  expect(await marks.next()).toBe('0123')
  cut()
  expect(await marks.next()).toBe('*')
  expect(room.isHeard).toBe(false)
  // And again by itself.
  expect(await marks.next()).toBe('*')
  expect(room.isHeard).toBe(true)
  await room.close()
})

function heardBy(room: ReturnType<typeof createNewsRoom>) {
  const told: string[] = []
  let wake: () => void = () => undefined
  room.listen((mark) => {
    told.push(mark)
    wake()
  })
  return {
    next: async (): Promise<string> => {
      while (told.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return told.shift() ?? ''
    },
  }
}

/** A server process with one listener, once word reaches it. */
async function listening() {
  const url = await newDatabase()
  const engine = await openMemory({ home: await temporaryFolder(), store: url, embedder: 'off' })
  const log = changesOf(engine)
  const feed = createChangeFeed(log, limits)
  const banks = eventBanks(reachOfMemory(engine.as({ user: 'ann' })))
  const body = await feed.listen({
    banks,
    lastEventId: null,
    isStillAllowed: async () => true,
    signals: [],
  })
  const reader = body.getReader()
  while (log.news?.isHeard !== true) await new Promise((resolve) => setTimeout(resolve, 5))
  let heard = ''
  return {
    url,
    engine,
    administrator: postgres(url, { max: 1, onnotice: () => undefined }),
    ann: {
      /** Everything that was heard, once it is enough. */
      until: async (isEnough: (heard: string) => boolean): Promise<string> => {
        while (!isEnough(heard)) {
          const { value, done } = await reader.read()
          if (done) throw new Error('the stream has ended')
          heard += new TextDecoder().decode(value)
        }
        return heard
      },
    },
  }
}
