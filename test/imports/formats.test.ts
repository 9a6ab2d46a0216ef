import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatNames, formats } from '../../src/transfer/formats.js'
import { fixture, fixtures, readEntries } from './read-entries.js'

it('names every format once', () => {
  expect(formats.map(({ name }) => name).sort()).toEqual([...formatNames].sort())
})

it('recognises each file of its format as that, and nothing else as one', async () => {
  const formatOf = async (file: string) =>
    (await readEntries(fixture(file), { name: file.split('/').at(-1) ?? '' })).format
  const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(fixtures, join(parentPath, name)))
  const found = await Promise.all(files.map(async (file) => [file, await formatOf(file)] as const))
  const wrong = found.filter(([file, format]) => {
    if (/users\.json|channels\.json|dms\.json|channel\.json|index\.json/.test(file))
      return format !== undefined
    // Left out by its place (src/cli/import/import-all.ts).
    if (file.includes('tool-results')) return false
    const folder = file.includes('/')
      ? file.replace(/\/.*/, '')
      : file.replace(/-(?:conversations|iphone|android).*/, '')
    return format !== (FOLDERS.get(folder) ?? folder)
  })
  expect(wrong).toEqual([])
})

const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['notes', 'note'],
  ['whatsapp', 'chat-text'],
  ['chat.txt', 'chat-text'],
])

describe('an export of ChatGPT', () => {
  it('becomes the current branch and then the others, each message once, under title and id', async () => {
    const { format, said, leftOut, problems, entries } = await readEntries(
      fixture('chatgpt-conversations.json'),
    )
    expect({ format, problems }).toEqual({ format: 'chatgpt', problems: [] })
    expect(said).toEqual([
      '2026-02-21T17:40:01.250Z user: A chocolate cake for eight children, without hazelnuts please.',
      '2026-02-21T17:40:40.000Z assistant: A sponge with cocoa and oil, no nuts at all.',
      '2026-02-21T17:41:40.000Z user: Is this label safe for Lina?',
      '2026-02-21T17:41:50.000Z tool browser: "May contain traces" is a voluntary notice.',
      '2026-02-21T17:42:00.000Z assistant: No: it says traces of nuts, so leave it on the shelf.',
      '2026-02-21T17:40:10.000Z assistant: A sponge with ground almonds works well.',
      '2026-02-25T06:13:20.000Z user: Remind me that the swimming course begins on 9 March.',
    ])
    expect([...leftOut].sort()).toEqual([
      'not a message: thinking',
      'not a message: tool call',
      'not memory: custom instructions',
      'not memory: system prompt',
      'part of a message: image',
      'part of a message: sound',
    ])
    const sessions = entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []))
    expect(sessions[0]).toMatchObject({
      session: 'Birthday cake without nuts',
      sessionKey: 'c0000000-0000-4000-8000-000000000001',
      id: 'q-1',
    })
    // Without a title a conversation is called by its id.
    expect(sessions.at(-1)).toMatchObject({ session: 'c0000000-0000-4000-8000-000000000002' })
  })

  it('may be one conversation alone', async () => {
    const [first] = JSON.parse(fixture('chatgpt-conversations.json').toString()) as unknown[]
    expect((await readEntries(JSON.stringify(first, null, 2))).said).toHaveLength(6)
  })
})

describe('an export of Claude.ai', () => {
  it('becomes messages, and attached texts as documents that nobody said', async () => {
    const { format, said, leftOut, problems, entries } = await readEntries(
      fixture('claude-ai-conversations.json'),
    )
    expect({ format, problems }).toEqual({ format: 'claude-ai', problems: [] })
    expect(said).toEqual([
      '2026-03-20T18:00:10.123Z user: Please shorten this letter to Dona Graça.',
      '2026-03-20T18:00:10.123Z document letter.txt: Dear Dona Graça, we arrive on 22 May at half past nine.',
      '2026-03-20T18:00:30.000Z assistant: Dear Dona Graça, we arrive on 22 May, 9:30.',
      '2024-01-05T08:00:00.000Z user: An older export has the text alone.',
    ])
    expect([...leftOut].sort()).toEqual([
      'not a message: file without text',
      'not a message: thinking',
      'not a message: tool call',
      'not a message: tool result',
    ])
    expect(entries[0]).toMatchObject({ message: { session: 'Letter to the landlady' } })
  })
})

describe('messages as the APIs have them', () => {
  it('are read from an array of OpenAI', async () => {
    const { format, said, leftOut } = await readEntries(fixture('messages/openai.json'))
    expect(format).toBe('messages')
    expect(said).toEqual([
      'user: How deep is the harbour of Glückstadt?',
      'tool: 2.1 metres at low water',
      'assistant: 2.1 metres at low water.',
    ])
    expect(leftOut).toEqual(['not memory: system prompt', 'not a message: image', 'not a message: tool call'])
  })

  it('are read from a request of Anthropic, with what tools answered as the tool', async () => {
    const { format, said, leftOut } = await readEntries(fixture('messages/anthropic.json'))
    expect(format).toBe('messages')
    expect(said).toEqual([
      'user: Which boats may pass the lock?',
      'assistant: I will ask the lock.',
      'tool: Up to 12 metres.',
      'assistant: Boats up to 12 metres may pass.',
    ])
    expect(leftOut).toEqual(['not a message: tool call'])
  })

  it('are read from a log of requests, where what is repeated is the same turn', async () => {
    const { format, entries } = await readEntries(fixture('messages/requests.jsonl'))
    expect(format).toBe('messages')
    const turns = entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []))
    const places = turns.map(
      ({ session, position, content, at }) => `${session} ${position} ${at} ${content}`,
    )
    expect([...new Set(places)]).toEqual([
      'chat 1 1772000000000 Name a knot.',
      'chat 2 1772000000000 The bowline.',
      'chat 3 1772000100000 Another one.',
      'chat 4 1772000100000 The clove hitch.',
      'chat #2 1 1772000200000 What is ebb?',
      'chat #2 2 1772000200000 The falling tide.',
    ])
  })

  it.each([
    ['blocks a line', '{"role":"user","content":[{"type":"text","text":"hello"}]}\n'],
    ['an array a line', '[{"role":"user","content":"hello"}]\n'],
    ['a batch', '{"custom_id":"1","body":{"messages":[{"role":"user","content":"hello"}]}}\n'],
    [
      'a batch that was answered',
      '{"id":"b","response":{"body":{"choices":[{"message":{"role":"user","content":"hello"}}]}}}',
    ],
    [
      'an answer of Anthropic',
      '{"id":"m","type":"message","role":"user","content":[{"type":"text","text":"hello"}]}',
    ],
    [
      'one object over many lines',
      JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }, null, 2),
    ],
  ])('may be %s', async (_name, content) => {
    expect(await readEntries(content)).toMatchObject({
      format: 'messages',
      said: ['user: hello'],
      problems: [],
    })
  })
})

describe('a chat as text', () => {
  it('is read as an iPhone exports it, with the day first where a date shows it', async () => {
    const { format, said, leftOut, entries } = await readEntries(fixture('whatsapp-iphone.txt'), {
      me: 'ann',
    })
    expect(format).toBe('chat-text')
    expect(said).toEqual([
      '2026-03-01T10:15:02.000Z user Ann: Shall we sail on Saturday?',
      '2026-03-01T10:16:40.000Z contact Jonas: Yes!\nI bring the thermos.\nNote: the lock closes at six.',
      '2026-03-15T18:00:00.000Z user Ann: That was the best day of the year.',
    ])
    expect(leftOut).toEqual(['not a message: picture, sound or file'])
    expect(entries.filter(({ kind }) => kind === 'remark')).toEqual([])
  })

  it('is read as Android exports it, and says what was assumed about its dates', async () => {
    const { said, leftOut, entries } = await readEntries(fixture('whatsapp-android.txt'))
    expect(said).toEqual([
      '2026-03-01T10:15:00.000Z contact Ann: The course begins at four.',
      '2026-03-01T10:16:00.000Z contact Wei: I bring the towels:\none for Lina,\none for me',
    ])
    expect(leftOut).toEqual(['not a message: notice of the app', 'not a message: picture, sound or file'])
    expect(entries[0]).toMatchObject({ kind: 'remark', text: expect.stringContaining('--month-first') })
  })

  it.each([
    ['a later date shows the month first', ['1/3/26, 10:15 - A: x', '1/15/26, 10:15 - A: y'], '2026-01-03'],
    ['the clock is that of who puts the month first', ['1/3/26, 10:15\u202fPM - A: x'], '2026-01-03'],
    ['nothing shows it', ['1/3/26, 10:15 - A: x'], '2026-03-01'],
    ['the date is ISO 8601', ['[2026-03-01 10:15] A: x'], '2026-03-01'],
    ['dots part the date', ['[01.03.26, 10:15:00] A: x'], '2026-03-01'],
  ])('has its dates read rightly where %s', async (_name, lines, day) => {
    expect((await readEntries(lines.join('\n'))).said[0]).toContain(day)
  })

  it('has its dates read as the caller wishes, where they can be', async () => {
    const line = '1/3/26, 10:15 - A: x\n15/3/26, 10:15 - A: y'
    expect((await readEntries(line, { dayFirst: false })).said.map((text) => text.substring(0, 10))).toEqual([
      '2026-01-03',
      '2026-03-15',
    ])
  })

  it('needs no times, and knows an assistant by its name', async () => {
    expect((await readEntries(fixture('chat.txt'))).said).toEqual([
      'user: Which tea calms?',
      'assistant: Lemon balm, for most people.\n\nIt takes half an hour.',
      'user: And one that wakes?',
      'assistant: Black tea: the first infusion.',
    ])
  })

  it('is found in any script', async () => {
    const { said } = await readEntries('小明：你好\n奶奶：生日快乐\n小明：谢谢\n奶奶：晚安\n')
    expect(said[1]).toBe('contact 奶奶: 生日快乐')
  })

  it.each([
    ['settings', 'name: x\nversion: 2\nport: 80\n'],
    ['a log', 'Error: no such file\nError: no such file\nWarning: gone\n'],
    ['prose', 'Dear diary,\nToday: nothing.\nTomorrow the same.\n'],
    ['a list', 'Eggs\nMilk: two\nBread\n'],
  ])('is not %s', async (_name, text) => {
    expect((await readEntries(text)).format).toBeUndefined()
  })
})

describe('a note', () => {
  const noteOf = async (name: string, at: number | null = null) => {
    const read = await readEntries(fixture(name), { name, at })
    const [note] = read.entries.flatMap((entry) => (entry.kind === 'note' ? [entry.note] : []))
    return { ...read, note }
  }

  it('is kept whole, with date and tags from its front matter', async () => {
    const { format, note, problems } = await noteOf('notes/plan.md', 5)
    expect({ format, problems }).toEqual({ format: 'note', problems: [] })
    expect(note).toEqual({
      text: fixture('notes/plan.md').toString(),
      at: Date.parse('2026-02-03T08:12:00Z'),
      tags: ['harbour', 'project/phase-2'],
    })
  })

  it('loses nothing but date and tags to a front matter that is no YAML (S23)', async () => {
    const { note, problems } = await noteOf('notes/broken.md', 5)
    expect(note).toEqual({ text: fixture('notes/broken.md').toString(), at: 5, tags: [] })
    expect(problems).toEqual([expect.stringMatching(/^2: front matter not read: /)])
  })

  it.each(['notes/trips/rule.md', 'notes/trips/lisbon.md'])('may have none: %s (S23)', async (name) => {
    const { note, problems } = await noteOf(name, 5)
    expect({ note, problems }).toEqual({
      note: { text: fixture(name).toString(), at: 5, tags: [] },
      problems: [],
    })
  })

  it.each([
    ['a path as a value', 'key: C:\\data\ntags: a, b', ['a', 'b'], 0],
    ['an alias', 'title: *note*\ntags: [a]', [], 1],
    ['one tag', 'tags: solo', ['solo'], 0],
    ['tags that are none', 'tags: [ok, "", "#", 7, {a: b}]', ['ok', '7'], 1],
    ['a key twice', 'tags: [a]\ntags: [b]', [], 1],
    ['a list', '- a\n- b', [], 0],
    ['an anchor that swells', 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]', [], 1],
    ['__proto__', '__proto__: {x: 1}\nconstructor: 2\ntags: [a]', ['a'], 0],
    ['a date that is none', 'date: when the tide turns\ntags: [a]', ['a'], 1],
  ])('with %s in its front matter is kept', async (_name, yaml, tags, problems) => {
    const text = `---\n${yaml}\n---\ntext\n`
    const read = await readEntries(text, { name: 'x.md', at: 7 })
    expect(read.entries.at(-1)).toEqual({ kind: 'note', place: {}, note: { text, at: 7, tags } })
    expect(read.problems).toHaveLength(problems)
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  it('is told by its content: a chat in a file called .md stays a chat', async () => {
    const line = JSON.stringify({ role: 'user', content: 'x' })
    expect((await readEntries(line, { name: 'x.md' })).format).toBe('json-lines')
    expect((await readEntries('# Heading\n', { name: 'x.bin' })).format).toBe('note')
    expect((await readEntries('just words', { name: 'x.bin' })).format).toBeUndefined()
  })
})

describe('our own lines', () => {
  it.each([
    ['nothing', ''],
    ['a bad first line', 'oops\n{"role":"user","content":"x"}'],
    ['a mark before', '\ufeff{"role":"user","content":"x"}'],
    ['a long first line', JSON.stringify({ role: 'user', content: 'x'.repeat(100_000) })],
  ])('are known with %s', async (_name, text) => {
    expect((await readEntries(text)).format).toBe('json-lines')
  })
})
