import { afterAll, describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const engines: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

async function open(home: string): Promise<Memory> {
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off', durability: 'normal' })
  engines.push(engine)
  return engine.as({ user: 'ann' })
}

const said = (role: 'user' | 'assistant', text: string) => ({ type: 'message' as const, role, text })

async function aSession(memory: Memory): Promise<void> {
  await memory.transcriptAppend({
    session: 'port',
    events: [
      said('user', 'I am allergic to peanuts, by the way. Port src/parse.ts to Rust.'),
      said('assistant', 'We decided to use nom.'),
      { type: 'tool_call', tool: 'Read', callId: 'a', text: '{"file_path":"src/parse.ts"}' },
      { type: 'tool_result', callId: 'a', text: 'fn parse() {}' },
      said('user', 'The lexer keeps its zebra tables. What does nom cost?'),
      said('user', 'go on'),
      said('assistant', 'Going on.'),
      said('user', 'and the tests'),
      said('assistant', 'They run.'),
    ],
  })
}

describe('a session that is compacted', () => {
  it('answers the same questions with the same evidence, and has told first what lasts', async () => {
    const memory = await open(await temporaryFolder())
    await aSession(memory)
    const ask = async () =>
      (await memory.search({ question: 'zebra tables of the lexer, nom', limit: 5 })).hits.map(
        ({ id, text }) => [id, text],
      )
    const before = await ask()
    expect(before.length).toBeGreaterThan(1)
    const shown = await memory.transcriptCompact({ session: 'port', preview: true })
    expect(shown).toMatchObject({ outcome: 'preview', throughSeq: 5, id: null })
    const grown = { session: 'port', window: 1_000, share: 0.05 }
    expect(await memory.transcriptCompact(grown)).toMatchObject({ outcome: 'would_grow', text: null })
    const made = await memory.transcriptCompact({ session: 'port', force: true })
    expect(made).toMatchObject({
      outcome: 'compacted',
      seq: 10,
      events: 5,
      extraction: { windows: 1, records: 1, failed: null },
    })
    expect(made.text).toContain('We decided to use nom.')
    expect(made.text).toBe(shown.text)
    expect(await ask()).toEqual(before)
    const again = await memory.transcriptCompact({ session: 'port', force: true })
    expect(again).toMatchObject({ outcome: 'not_needed', id: made.id, text: made.text })
    expect(again.tokensBefore).toBeLessThan(again.summaryTokens + 60)
    await memory.transcriptAppend({
      session: 'port',
      events: [said('user', 'Thanks!'), said('assistant', 'Gladly.')],
    })
    const more = await memory.transcriptCompact({ session: 'port', force: true })
    expect(more).toMatchObject({ outcome: 'compacted', throughSeq: 7, events: 7 })
    expect(more.text).toContain('src/parse.ts (#1')
  })

  it('is compacted once where two processes do it at the same time', async () => {
    const home = await temporaryFolder()
    const both = [await open(home), await open(home)] as const
    await aSession(both[0])
    const made = await Promise.all(
      both.map((memory) => memory.transcriptCompact({ session: 'port', force: true })),
    )
    expect(made.map(({ outcome }) => outcome).sort()).toEqual(['compacted', 'made_meanwhile'])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const { events } = await both[0].transcriptRead({ session: 'port', types: ['compaction'] })
    expect(events).toHaveLength(1)
  })

  it('keeps no word of what is forgotten, and goes without it the next time', async () => {
    const memory = await open(await temporaryFolder())
    await aSession(memory)
    await memory.transcriptCompact({ session: 'port', force: true })
    const [hit] = (await memory.search({ question: 'zebra', limit: 1 })).hits
    const receipt = await memory.forget({ id: hit?.id ?? '', verify: true })
    expect(receipt).toMatchObject({ state: 'physical' })
    const { events } = await memory.transcriptRead({ session: 'port', types: ['compaction'] })
    expect(events[0]?.text).toMatch(/taken back/)
    const made = await memory.transcriptCompact({ session: 'port', force: true })
    expect(made).toMatchObject({ outcome: 'compacted', events: 4 })
    expect(made.text).not.toContain('zebra')
  })
})
