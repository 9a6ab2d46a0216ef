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

describe('a session of Claude Code', () => {
  const file = 'claude-code/-home-ann-harbour/4f1c2a9b-7d11-4e02-9a55-1c2d3e4f5a6b.jsonl'
  const whole = 'claude-code/-home-ann-harbour/9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e'

  it('becomes what the user and the assistant said, with its torn last line reported', async () => {
    const { format, said, done, problems, leftOut, entries } = await readEntries(fixture(file))
    expect(format).toBe('claude-code')
    expect(said).toEqual([
      '2026-03-02T09:00:00.000Z user: The tide table for Wedel is one hour off since Sunday. Please find out why.',
      '2026-03-02T09:00:05.000Z assistant: I will look at how the table reads its times.',
      '2026-03-02T09:01:10.000Z assistant: The zone is fixed to UTC+1. I changed it to Europe/Berlin, which knows summer time.',
      '2026-03-02T09:02:00.000Z user: Good. From now on never use fixed offsets in this project.',
    ])
    expect(done).toEqual([
      'reasoning assistant: Probably summer time.',
      'tool_call assistant callId=toolu_01 tool=Read path=/home/ann/harbour/src/tides.ts: {"file_path":"/home/ann/harbour/src/tides.ts"}',
      "tool_result tool callId=toolu_01 tool=Read path=/home/ann/harbour/src/tides.ts: export const zone = 'UTC+1'",
      'message user sidechain=a7000000-0000-4000-8000-000000000006: Search the repository for every fixed offset.',
    ])
    expect(problems).toEqual([expect.stringMatching(/^14: not JSON: /)])
    expect(leftOut.map((reason) => reason.replace('not a message: ', '')).sort()).toEqual([
      'command or note of the program',
      'command or note of the program',
      'file snapshot',
      'image',
      'note of the program',
      'title of another session',
    ])
    const [first] = entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []))
    expect(first).toMatchObject({
      session: 'harbour 4f1c2a9b',
      sessionKey: '4f1c2a9b-7d11-4e02-9a55-1c2d3e4f5a6b',
      id: 'a7000000-0000-4000-8000-000000000001',
      channel: 'claude-code',
    })
  })

  it('becomes what the agent did beside it, each behind what it follows', async () => {
    const { said, done, leftOut, entries } = await readEntries(fixture(`${whole}.jsonl`))
    expect(said.map((text) => text.replace(/^\S+ /, ''))).toEqual([
      'user: Add the lock times of Glückstadt.\n<system-reminder>Today is Thursday.</system-reminder>',
      'assistant: I will look for the locks.',
      'user: The harbour office uses the password=Tr0ub4dor&3x for the page.',
      'assistant: The lock times are in the table now.',
    ])
    expect(done).toEqual([
      'title assistant: Lock times in the tide table',
      'file_snapshot tool path=/home/ann/harbour/notes/locks.md: The lock opens two hours before high water.',
      'reasoning assistant: The locks are in a file of their own.',
      'tool_call assistant callId=toolu_b1 tool=Bash: {"command":"cat src/lock.ts","description":"Show the locks"}',
      'tool_result tool callId=toolu_b1 tool=Bash isError=true: Exit code 1\nlock.ts: not found',
      'file_snapshot tool path=src/tides.ts: ',
      expect.stringMatching(
        /^reasoning assistant: This session is being continued from .* lock times of Glückstadt\.$/,
      ),
      'title assistant: Lock times of Glückstadt',
    ])
    expect(leftOut.map((reason) => reason.replace('not a message: ', '')).sort()).toEqual([
      'command or note of the program',
      'context of the program',
      'file snapshot',
      'file snapshot',
      'image',
      'note of the program',
      'note of the program',
      'title of another session',
    ])
    const sessions = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.session] : []))
    expect(new Set(sessions)).toEqual(new Set(['harbour 9b2e7f10']))
  })

  it('has the work of a sub-agent in a session of its own, none of it said by the user', async () => {
    const { said, done, entries } = await readEntries(fixture(`${whole}/subagents/agent-a748733.jsonl`))
    expect(said).toEqual([])
    expect(done[0]).toBe('message user sidechain=a748733: Find every file that knows the locks.')
    expect(done).toHaveLength(4)
    expect(entries[0]).toMatchObject({ event: { session: 'harbour 9b2e7f10 agent a748733' } })
  })

  it.each([
    ['isMeta', { isMeta: true }],
    ['what a task says', { origin: { kind: 'task-notification' } }],
    ['a failed call', { isApiErrorMessage: true, type: 'assistant' }],
    [
      'output of a local command',
      { message: { content: '<local-command-stdout>ok</local-command-stdout>' } },
    ],
    ['an interruption', { message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } }],
    ['a reminder', { message: { content: '<system-reminder>be brief</system-reminder>' } }],
    ['no text', { message: { content: '' } }],
  ])('keeps %s out of the memory', async (_name, fields) => {
    const event = {
      type: 'user',
      sessionId: 's',
      uuid: 'u',
      message: { role: 'user', content: 'x' },
      ...fields,
    }
    const { said, leftOut } = await readEntries(JSON.stringify(event))
    expect({ said, count: leftOut.length }).toEqual({ said: [], count: 1 })
  })
})

describe('a session of Codex', () => {
  const file = 'codex/2026/03/06/rollout-2026-03-06T07-00-00-019cbf10-2a40-79e2-8351-8818e8487fb6.jsonl'

  it('becomes what was said and done, each once, without what Codex itself wrote', async () => {
    const { said, done, leftOut, entries } = await readEntries(fixture(file))
    expect(said).toEqual([
      '2026-03-06T07:00:10.000Z user: Which harbours have a lock?',
      '2026-03-06T07:00:21.000Z assistant: Glückstadt has one; I wrote it down in locks.md.',
    ])
    expect(done).toEqual([
      'reasoning assistant: **Looking for locks**',
      'tool_call assistant callId=call_c1 tool=exec_command: {"cmd":"rg -l lock","workdir":"/home/ann/harbour"}',
      expect.stringMatching(/^tool_result tool callId=call_c1 tool=exec_command isError=true: Chunk ID/),
      expect.stringMatching(/^tool_call assistant callId=call_c2 tool=apply_patch: \*\*\* Begin Patch/),
      'tool_result tool callId=call_c2 tool=apply_patch: Success. Updated the following files:\nA locks.md\n',
      'reasoning assistant: Ann asked which harbours have a lock.',
    ])
    expect(new Set(leftOut)).toEqual(
      new Set([
        'not memory: system prompt',
        'not a message: context of the program',
        'not a message: turn_context',
        'not a message: notice of the program',
      ]),
    )
    expect(entries.find(({ kind }) => kind === 'message')).toMatchObject({
      message: { session: 'harbour 019cbf10-2a40-79e2', channel: 'codex' },
    })
  })

  it('may be of before September 2025: bare items, or one object', async () => {
    const bare = await readEntries(fixture('codex/rollout-bare.jsonl'))
    expect(bare.said).toEqual([
      '2025-08-18T01:16:13.522Z user: Rename the pier to mole.',
      '2025-08-18T01:16:13.522Z assistant: There is no a.md.',
    ])
    expect(bare.done.at(-1)).toBe(
      'tool_result tool callId=call_o1 tool=shell isError=true: sed: a.md: no such file\n',
    )
    expect(bare.entries.find(({ kind }) => kind === 'message')).toMatchObject({
      message: { session: 'old-harbour c3c4b301-27c8-4c70' },
    })
    expect((await readEntries(fixture('codex/rollout-whole.json'))).said).toHaveLength(2)
  })
})

describe('messages of the AI SDK', () => {
  it('become what was said, and the work of tools in its place', async () => {
    const { said, done, leftOut } = await readEntries(fixture('ai-sdk/chat.json'))
    expect(said).toEqual([
      '2026-03-07T09:00:00.000Z user: When does the ferry to Helgoland leave?',
      '2026-03-07T09:00:05.000Z assistant: At half past ten from Cuxhaven.',
    ])
    expect(done).toEqual([
      'reasoning assistant: The timetable knows.',
      'tool_call assistant callId=t1 tool=timetable: {"harbour":"Cuxhaven"}',
      'tool_result tool callId=t1 tool=timetable: {"leaves":"10:30"}',
      'tool_call assistant callId=t2 tool=weather: {"place":"Helgoland"}',
      'tool_result tool callId=t2 tool=weather isError=true: no connection',
    ])
    expect(leftOut).toHaveLength(4)
  })

  it('may be of version 4, an array, or one a line', async () => {
    const { said, done } = await readEntries(fixture('ai-sdk/messages-v4.json'))
    expect(said).toHaveLength(2)
    expect(done).toEqual([
      'tool_call assistant callId=c1 tool=measure: {"of":"mole"}',
      'tool_result tool callId=c1 tool=measure: 300',
      'tool_call assistant callId=c2 tool=measure: {"of":"pier"}',
    ])
    const line = '{"id":"a","role":"user","parts":[{"type":"text","text":"hello"}]}\n'
    expect(await readEntries(line + line.replace('a', 'b'))).toMatchObject({ format: 'ai-sdk', problems: [] })
  })
})

describe('chats of several people', () => {
  it('of Slack have names for ids, and a thread in a session of its own', async () => {
    const people = new Map([
      ['U0ANN', ['Ann', 'ann']],
      ['U0JON', ['Jonas Vik']],
    ])
    const options = { people, session: 'general', me: 'ann' }
    const first = await readEntries(fixture('slack/general/2026-03-04.json'), options)
    expect(first.said).toEqual([
      '2026-03-04T09:01:00.000Z user Ann: @Jonas Vik the new times are in #tides & on the page (https://example.org/tides)',
      '2026-03-04T09:01:40.000Z tool Tide Bot: High water at *14:02*',
    ])
    const next = await readEntries(fixture('slack/general/2026-03-05.json'), options)
    expect(next.said).toEqual(['2026-03-05T09:00:00.000Z contact Jonas Vik: Thanks, @here see Wedel.'])
    const threads = [first, next].map(({ entries }) => entries.find(({ kind }) => kind === 'message'))
    for (const thread of threads)
      expect(thread).toMatchObject({
        message: {
          session: 'general, thread of 2026-03-04 09:01',
          sessionKey: 'slack general 1772614860.000200',
        },
      })
  })

  it('of Telegram are one chat, or all of an account', async () => {
    const one = await readEntries(fixture('telegram/result.json'), { me: 'Ann' })
    expect(one.said).toEqual([
      '2026-03-08T09:01:00.000Z user Ann: Who brings the ropes?',
      '2026-03-08T09:02:00.000Z contact Wei: I do, see the list (https://example.org/list) and hurry',
      '2026-03-08T10:04:00.000Z contact user13: From a closed account.',
    ])
    const all = await readEntries(fixture('telegram/all.json'), { me: 'Ann' })
    const sessions = all.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message.session] : []))
    expect(sessions).toEqual(['Wei', 'Saved messages'])
  })

  it('of Discord are a channel, or what the user said in one', async () => {
    const { said, entries } = await readEntries(fixture('discord/Sailors - knots [222].json'), { me: 'ann' })
    expect(said.map((text) => text.replace(/^\S+ /, ''))).toEqual([
      'user Ann B: Which knot for the mooring?',
      'contact wei: A bowline.',
      'tool Knot Bot: Bowline\nHolds and opens easily.',
    ])
    expect(entries.find(({ kind }) => kind === 'message')).toMatchObject({
      message: { session: 'Sailors #knots' },
    })
    expect((await readEntries(fixture('discord/package/messages/c300/messages.csv'))).said).toEqual([
      '2021-05-01T10:00:00.000Z user: He said "aye",\nand left.',
      '2021-05-01T10:01:00.000Z user: Good night',
    ])
  })
})

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
