import { describe, expect, it } from 'vitest'
import { fixture, readEntries } from './read-entries.js'

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
