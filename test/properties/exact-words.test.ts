import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { type ExactWordsOptions, exactWords } from '../../src/search/exact-words.js'
import { describeEachEngine, type MemoryPlace } from '../each-engine.js'
import { ann, importLines, openSpine, temporaryFolder } from '../open-spine.js'

let engine: Engine
let users = 0
let memory: Memory

const fresh = () => {
  memory = engine.as({ user: `user${++users}` })
  return memory
}

interface Turn {
  readonly content: string
  readonly session: string
  readonly role: 'user' | 'assistant'
  readonly speaker: string
  readonly day: number
}

const importTurns = (turns: readonly Turn[]) =>
  memory.import({
    content: turns
      .map(({ day, ...turn }) =>
        JSON.stringify({ ...turn, channel: turn.session === 'two' ? 'slack' : 'web', at: `2026-03-0${day}` }),
      )
      .join('\n'),
  })

const word = fc.constantFrom('deploy', 'deploys', 'ADR-016', 'adr', 'v1.2', '部署', '方案', 'the', 'green')

const turn: fc.Arbitrary<Turn> = fc.record({
  content: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
  session: fc.constantFrom('one', 'two', 'Three'),
  role: fc.constantFrom('user', 'assistant'),
  speaker: fc.constantFrom('Ann', 'Bob'),
  day: fc.integer({ min: 1, max: 6 }),
})

/** What exact words mean where texts are words between spaces. */
function holds(content: string, wanted: string): boolean {
  const words = content.toLowerCase().split(' ')
  return wanted
    .toLowerCase()
    .split(' ')
    .every((one) =>
      /\p{Script=Han}/u.test(one)
        ? content.includes(one)
        : words.some((other) => other === one || other.split(/[-.]/).includes(one)),
    )
}

describeEachEngine('fts_search', (newPlace) => {
  let place: MemoryPlace
  beforeAll(async () => {
    place = await newPlace()
    engine = await openMemory({ ...place, durability: 'normal', zone: 'UTC' })
  })
  afterAll(() => engine.close())
  /** A server is asked over a wire. */
  const runs = (onFile: number) => (place.store === undefined ? onFile : onFile / 5)

  it('finds what holds all words, newest first, and says how many come from where', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.record(
          {
            session: fc.constantFrom('one', 'two', 'three', 'four'),
            channel: fc.constantFrom('slack', 'WEB'),
            speaker: fc.constantFrom('ann', 'Bob'),
            role: fc.constantFrom('user', 'assistant'),
            since: fc.constantFrom('2026-03-02', '2026-03-04'),
            until: fc.constantFrom('2026-03-03', '2026-03-06'),
          },
          { requiredKeys: [] },
        ),
        async (turns, wanted, filter) => {
          fresh()
          await importTurns(turns)
          const isMeant = (one: Turn) =>
            holds(one.content, wanted.join(' ')) &&
            one.session.toLowerCase() === (filter.session ?? one.session.toLowerCase()) &&
            (one.session === 'two' ? 'slack' : 'web') ===
              (filter.channel?.toLowerCase() ?? (one.session === 'two' ? 'slack' : 'web')) &&
            one.speaker.toLowerCase() === (filter.speaker ?? one.speaker).toLowerCase() &&
            one.role === (filter.role ?? one.role) &&
            `2026-03-0${one.day}` >= (filter.since ?? '') &&
            `2026-03-0${one.day}` < (filter.until ?? '9')
          const meant = turns.map((one, place) => ({ ...one, place })).filter(isMeant)
          const answer = await memory.ftsSearch({ words: wanted.join(' '), ...filter, limit: 200 })
          expect(answer.hits.map(({ text }) => text)).toEqual(
            meant.sort((a, b) => b.day - a.day || b.place - a.place).map(({ content }) => content),
          )
          expect(answer).toMatchObject({
            matches: meant.length,
            isComplete: true,
            otherSources: 0,
            missing: {},
          })
          const bySession = new Map<string, number>()
          for (const { session } of meant) bySession.set(session, (bySession.get(session) ?? 0) + 1)
          expect(new Map(answer.sources.map((source) => [source.session, source.matches]))).toEqual(bySession)
        },
      ),
      { numRuns: runs(80) },
    )
  })

  it('tells notes from conversations, and marks what matched', async () => {
    fresh()
    await importTurns([
      { content: 'ADR-016 is settled', session: 'one', role: 'user', speaker: 'Ann', day: 1 },
    ])
    await memory.capture({ text: 'read adr-016 again', tags: ['work'], occurredAt: '2026-03-02' })
    const { hits, sources } = await memory.ftsSearch({ words: 'ADR-016' })
    expect(hits.map(({ text, matched }) => matched.map(([start, end]) => text.slice(start, end)))).toEqual([
      ['adr-016'],
      ['ADR-016'],
    ])
    expect(hits[0]?.tags).toEqual(['work'])
    expect(sources).toMatchObject([
      { kind: 'thought', session: null, channel: null, matches: 1, lastAt: '2026-03-02T00:00:00Z' },
      { kind: 'turn', session: 'one', channel: 'web', matches: 1 },
    ])
    expect((await memory.ftsSearch({ words: 'ADR-016', kinds: ['thought'] })).matches).toBe(1)
  })

  it('counts what it does not show', async () => {
    fresh()
    await importTurns(
      Array.from({ length: 30 }, (_, i) => ({
        content: `the gate ${i}`,
        session: 'one',
        role: 'user',
        speaker: 'Ann',
        day: 1 + (i % 6),
      })),
    )
    const { hits, matches, sources } = await memory.ftsSearch({ words: 'gate', limit: 3 })
    expect([hits.length, matches, sources.length]).toEqual([3, 30, 1])
  })

  it('answers any string, with a reason where there is nothing to look for', async () => {
    fresh()
    await memory.capture({ text: 'something -* "(' })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (words) => {
        const { hits, missing } = await memory.ftsSearch({ words })
        expect(Array.isArray(hits)).toBe(true)
        if (words.trim() === '') expect(missing).toEqual({ text: 'there is no word to look for' })
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('fts_search of a word that is everywhere', () => {
  it('looks through the newest, and says that there may be more', async () => {
    const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
    const start = 1_700_000_000_000
    const lines = Array.from({ length: 2_600 }, (_, i) =>
      JSON.stringify({
        role: 'user',
        content: i % 100 === 7 ? 'the rare one' : 'the other',
        ...(i < 500 ? {} : { at: start + i * 1000 }),
      }),
    )
    await importLines(spine, ann, lines.join('\n'))
    const look = (words: string, rest: Partial<ExactWordsOptions> = {}) =>
      exactWords(spine, ann, words, { limit: 5, mostTexts: 1_000, ...rest })
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const common = await look('the other')
    isDone = true
    expect(turns).toBeGreaterThan(3)
    expect(common.isComplete).toBe(false)
    expect(common.matches).toBeGreaterThan(900)
    expect(common.hits.map(({ item }) => item.occurredAt)).toEqual(
      [2599, 2598, 2597, 2596, 2595].map((i) => start + i * 1000),
    )
    const rare = await look('the rare', { limit: 200 })
    expect(rare).toMatchObject({ isComplete: true, matches: 26 })
    expect(rare.hits.at(-1)?.item.occurredAt).toBeNull()
    expect(await look('the', { until: start + 1_000_000 })).toMatchObject({ isComplete: true, matches: 500 })
    // The undated come last in a walk too.
    expect(await look('the', { mostTexts: 2_599 })).toMatchObject({ isComplete: true, matches: 2_600 })
    await spine.store.close()
  })
})
