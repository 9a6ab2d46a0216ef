import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

async function open() {
  const engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
  })
  return { engine, ann: engine.as({ user: 'ann' }), agent: engine.as({ user: 'ann', agent: 'bot' }) }
}

const said = (text: string, rest: object = {}) => ({
  type: 'message' as const,
  role: 'user' as const,
  text,
  ...rest,
})
const key = ['sk', '-ant-api03-', 'Zk3vQ9xT7bLm2RwY8pHs5NdF'].join('')

describe('a transcript', () => {
  it('numbers events itself, keeps them in order, and shows them again', async () => {
    const { engine, agent, ann } = await open()
    const { events } = await agent.transcriptAppend({
      session: 'build',
      channel: 'terminal',
      events: [
        said('run the tests please', { at: '2026-05-01T10:00:00Z' }),
        { type: 'reasoning', text: 'they live in test/' },
        { type: 'tool_call', tool: 'bash', callId: 'c1', text: '{"command":"npm test"}' },
        { type: 'tool_result', tool: 'bash', callId: 'c1', isError: true, text: '' },
        { type: 'file_snapshot', path: 'src/a.ts', text: 'export const answer = 42' },
        { type: 'title', text: 'Fixing the tests' },
        { type: 'message', role: 'assistant', text: 'one of them fails' },
      ],
    })
    expect(events.map(({ seq, outcome }) => [seq, outcome])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => [n, 'appended']),
    )
    const first = await ann.transcriptRead({ session: 'build', limit: 3 })
    expect(first).toMatchObject({ title: 'Fixing the tests', channel: 'terminal', next: 3 })
    expect(first.events[0]).toMatchObject({ at: '2026-05-01T10:00:00Z', origin: 'import', trust: 'observed' })
    const rest = await ann.transcriptRead({ session: 'Fixing the tests', after: 3 })
    expect(rest.events.map(({ type, text, role }) => [type, text, role])).toEqual([
      ['tool_result', '', 'tool'],
      ['file_snapshot', 'export const answer = 42', 'tool'],
      ['title', 'Fixing the tests', 'system'],
      ['message', 'one of them fails', 'assistant'],
    ])
    const found = await ann.transcriptRead({
      session: 'build',
      contains: 'NPM',
      types: ['tool_call', 'message'],
    })
    expect(found.events.map(({ seq }) => seq)).toEqual([3])
    expect(await ann.transcriptSummary({ session: 'build' })).toMatchObject({
      tools: [{ tool: 'bash', calls: 1, errors: 1 }],
      openCalls: 0,
      files: [{ path: 'src/a.ts', events: 1 }],
      requests: [{ seq: 1, text: 'run the tests please' }],
    })
    expect(await ann.transcriptSessions({})).toMatchObject({
      sessions: [{ session: 'build', title: 'Fixing the tests', events: 7, messages: 2 }],
      next: null,
    })
    // Evidence is shown, and never found.
    expect((await ann.search({ question: 'npm test' })).hits.map(({ text }) => text)).not.toContain(
      '{"command":"npm test"}',
    )
    expect((await ann.search({ question: 'answer 42' })).hits.map(({ turn }) => turn?.seq)).toContain(5)
    await engine.close()
  })

  it('lists the session in which something happened last first, also once that is forgotten', async () => {
    const { engine, ann } = await open()
    const at = (day: number) => `2026-01-0${day}T09:00:00Z`
    const append = (session: string, day: number) =>
      ann.transcriptAppend({ session, events: [said(`of day ${day}`, { at: at(day) })] })
    const listed = async (more: { limit?: number; before?: string } = {}) => {
      const { sessions, next } = await ann.transcriptSessions(more)
      return { names: sessions.map(({ session }) => session), next: next ?? '' }
    }
    await append('a', 1)
    await append('b', 2)
    const { events } = await append('a', 5)
    await append('c', 3)
    expect((await listed()).names).toEqual(['a', 'c', 'b'])
    await ann.forget({ id: events[0]?.id ?? '', verify: false })
    const first = await listed({ limit: 2 })
    expect(first.names).toEqual(['c', 'b'])
    expect((await listed({ limit: 2, before: first.next })).names).toEqual(['a'])
    await append('a', 4)
    expect((await listed()).names).toEqual(['a', 'c', 'b'])
    await engine.close()
  })

  it('keeps a page within its characters', async () => {
    const { engine, ann } = await open()
    await ann.transcriptAppend({ session: 's', events: ['a', 'b', 'c'].map((x) => said(x.repeat(400))) })
    const page = await ann.transcriptRead({ session: 's', maxChars: 900 })
    expect([page.events.length, page.next]).toEqual([2, 2])
    const cut = await ann.transcriptRead({ session: 's', after: 2, maxChars: 100 })
    expect(cut.events[0]).toMatchObject({ chars: 400, text: 'c'.repeat(100) })
    await engine.close()
  })

  it('knows an event again by its key, and refuses the key for another', async () => {
    const { engine, ann } = await open()
    const append = (text: string) =>
      ann.transcriptAppend({ session: 's', events: [said(text, { key: 'k1' }), said('next')] })
    const [first] = (await append('hello')).events
    const [again, next] = (await append('hello')).events
    expect(again).toEqual({ ...first, outcome: 'repeated' })
    expect(next?.seq).toBe(3)
    await expect(append('something else')).rejects.toMatchObject({ code: 'conflict' })
    // All or nothing: the event behind it is not there either.
    expect((await ann.transcriptRead({ session: 's' })).events).toHaveLength(3)
    await ann.forget({ id: first?.id ?? '' })
    expect((await append('hello')).events[0]).toMatchObject({ outcome: 'forgotten', id: null, seq: null })
    expect(await ann.transcriptVerify({})).toMatchObject({ isSound: true, forgotten: 1 })
    await engine.close()
  })

  it('is refused under a key that stands for an event of another role, speaker, tool or text', async () => {
    const { engine, ann } = await open()
    const append = (...events: object[]) =>
      ann
        .transcriptAppend({ session: 's', events: events as never })
        .then(({ events: [one] }) => one?.outcome)
    const conflict = { code: 'conflict' }
    const result = { type: 'tool_result', tool: 'bash', callId: '1', key: 'r' }
    const large = 'a line of output\n'.repeat(4_000)
    await append(said('hi', { key: 'k' }), { ...result, text: '' }, { ...result, key: 'l', text: large })
    await expect(append({ ...said('hi', { key: 'k' }), role: 'assistant' })).rejects.toMatchObject(conflict)
    await expect(append(said('hi', { key: 'k', speaker: 'Carl' }))).rejects.toMatchObject(conflict)
    for (const other of [
      { text: '(tool_result bash)' },
      { text: ' ' },
      { text: large },
      { text: '', tool: 'rm' },
      { text: '', callId: '2' },
      { text: '', isError: true },
      { text: '(tool_result bash)', key: 'l' },
      { text: '', key: 'l' },
      { text: `${large}more`, key: 'l' },
    ])
      await expect(append({ ...result, ...other })).rejects.toMatchObject(conflict)
    expect(await append({ ...result, text: '' }, { ...result, key: 'l', text: large })).toBe('repeated')
    expect(await append({ ...result, key: 'l', text: large })).toBe('repeated')
    expect(await ann.transcriptVerify({})).toMatchObject({ isSound: true, events: 3 })
    await engine.close()
  })

  it.each([
    [{ seq: 7 }, /events\.0: there is no field seq: the store numbers events/],
    [{ id: 'x' }, /there is no field id: .*give your own as key/],
    [{ trust: 'definitive' }, /there is no field trust/],
    [{ data: { detail: 1 } }, /there is no field data/],
    [{ type: 'compaction' }, /events\.0.*Recollect makes events of this type itself/],
    [{ type: 'nonsense' }, /type is one of message/],
    [{ role: 'memory' }, /role is one of user, assistant, system/],
  ])('refuses what a caller may not say of an event: %j', async (field, message) => {
    const { engine, ann } = await open()
    const events = [{ ...said('hello'), ...field }] as never
    await expect(ann.transcriptAppend({ session: 's', events })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
    })
    await engine.close()
  })

  it('keeps what its user states, and nothing of what others or memory said', async () => {
    const { engine, ann } = await open()
    const { facts } = await ann.transcriptAppend({
      session: 's',
      events: [
        said('I live in Lisbon.'),
        { type: 'message', role: 'assistant', text: 'I live in Paris.' },
        said(
          '<recollect-memory kind="recall">\nnote\n[memory 2026-01-01 user stated] I live in Rome\n</recollect-memory>\nthanks',
        ),
        said('I live in Berlin.', { sidechain: 'helper' }),
        said('I live in Oslo.', { speaker: 'Carl' }),
      ],
    })
    expect(facts).toHaveLength(1)
    const { events } = await ann.transcriptRead({ session: 's' })
    expect(events.at(-1)).toMatchObject({ speaker: 'Carl', origin: 'import', trust: 'observed' })
    const own = await ann.transcriptAppend({
      session: 's',
      events: [said('I work at Acme.', { speaker: 'Ann' })],
    })
    expect(own.facts).toHaveLength(1)
    const read = await ann.extract({ session: 's', wait: true })
    expect(JSON.stringify(read.records)).not.toContain('Oslo')
    expect((await ann.facts({ key: 'user.location' })).facts.map(({ fact }) => fact?.value)).toEqual([
      'Lisbon',
    ])
    await engine.close()
  })

  it('masks secrets and drops private spans before anything is kept', async () => {
    const { engine, ann } = await open()
    const { events } = await ann.transcriptAppend({
      session: 's',
      events: [
        said(`use ${key} <private>and my diary</private> please`),
        { type: 'tool_result', tool: 'bash', text: `ANTHROPIC_KEY=${key}`, path: `/tmp/${key}` },
      ],
    })
    expect(events.map(({ masked }) => masked)).toEqual([2, 2])
    const { events: kept } = await ann.transcriptRead({ session: 's' })
    expect(kept.map(({ text, masked }) => [text, masked])).toEqual([
      ['use sk-ant-…  please', 2],
      ['ANTHROPIC_KEY=sk-ant-…', 2],
    ])
    expect(JSON.stringify(kept)).not.toContain('diary')
    await engine.close()
  })
})

it('keeps of what a tool of memory answered that it did, so that nothing outlives its being forgotten', async () => {
  const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
  const memory = engine.as({ user: 'ann' })
  const answer =
    '[1] 2026-05-01 user stated · id 01890000-0000-7000-8000-000000000000\n> the gate code is 4711'
  const tool = 'mcp__recollect__memory_search'
  const events = [
    { type: 'tool_result' as const, tool, callId: 'c', text: answer },
    { type: 'tool_result' as const, tool: 'read', text: answer },
    { type: 'message' as const, role: 'user' as const, text: 'Thank you.' },
  ]
  await memory.transcriptAppend({ session: 's', events })
  const { events: kept } = await memory.transcriptRead({ session: 's' })
  expect(kept.map(({ text }) => text)).toEqual([
    '(memory_search: 1 item recalled; not shown again)',
    answer,
    'Thank you.',
  ])
  const [hit] = (await memory.search({ question: 'what did I say today?' })).hits
  expect(hit).toMatchObject({ text: 'Thank you.' })
  expect(hit?.occurredAt).not.toBeNull()
  await engine.close()
})
