import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import type { Entry } from '../../src/transfer/entry.js'
import { fixture, readEntries } from '../imports/read-entries.js'
import { temporaryFolder } from '../open-spine.js'

const lineFiles = [
  'claude-code/-home-ann-harbour/9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e.jsonl',
  'codex/2026/03/06/rollout-2026-03-06T07-00-00-019cbf10-2a40-79e2-8351-8818e8487fb6.jsonl',
]
const files = [
  ...lineFiles,
  'codex/rollout-whole.json',
  'ai-sdk/chat.json',
  'ai-sdk/messages-v4.json',
  'slack/general/2026-03-04.json',
  'telegram/all.json',
  'discord/Sailors - knots [222].json',
  'discord/package/messages/c200/messages.json',
]

/** What a field may turn out to be, whatever it should have been. */
const oddities: readonly unknown[] = [
  null,
  true,
  -1e300,
  '',
  ' \n',
  '\ud83d\u0000',
  'x'.repeat(5_000),
  [],
  [null, 1, 'a', [], {}],
  {},
  JSON.parse('{"__proto__":{"polluted":1},"toString":"x","constructor":{"prototype":{"polluted":1}}}'),
  { type: 'text', text: { type: 'text' } },
]

describe('a transcript or chat', () => {
  it.each(files)(
    '%s with anything in the place of anything is read on, and gives what it says it gives',
    async (file) => {
      const source = fixture(file).toString()
      const values: unknown[] = file.endsWith('.jsonl')
        ? source.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
        : [JSON.parse(source)]
      const holes = values.flatMap((value) => holesIn(value))
      const changes = fc.array(fc.tuple(fc.constantFrom(...holes), fc.constantFrom(...oddities)), {
        minLength: 1,
        maxLength: 4,
      })
      const format = (await readEntries(source, { name: file })).format
      await fc.assert(
        fc.asyncProperty(changes, async (made) => {
          const undo = made.map(([{ holder, key }, oddity]) => {
            const before = holder[key]
            holder[key] = oddity
            return () => {
              holder[key] = before
            }
          })
          const text = values.map((value) => JSON.stringify(value)).join('\n')
          for (const put of undo.reverse()) put()
          const { entries } = await readEntries(text, { name: file })
          expect(entries.filter((entry) => !isAsPromised(entry))).toEqual([])
        }),
        { numRuns: 40 },
      )
      expect(format).toBeDefined()
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    },
  )

  it.each([
    ['claude-code', '{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"HERE"}}'],
    [
      'codex',
      '{"timestamp":"2026-01-01T00:00:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"HERE"}]}}',
    ],
    ['ai-sdk', '{"id":"a","role":"user","parts":[{"type":"text","text":"HERE"}]}'],
  ])('of %s with a line that is huge, deep or cut off loses that line alone', async (format, line) => {
    const say = (text: string) => line.replace('HERE', text)
    const deep = line.replace('"HERE"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const bad = [...(format === 'ai-sdk' ? [] : [say('x'.repeat(9 * 1024 * 1024))]), deep]
    const { said, format: found } = await readEntries(
      [say('before'), ...bad, say('after'), '{"cut'].join('\n'),
    )
    expect({ found, said: said.map((text) => text.replace(/^.*: /, '')) }).toEqual({
      found: format,
      said: ['before', 'after'],
    })
  })

  it('of one object is read element by element: one that is cut or deep costs itself alone', async () => {
    const message = (text: string) =>
      JSON.stringify({ id: 1, type: 'message', from: 'Ann', text, date: '2026-03-01' })
    const messages = [
      message('before'),
      `{"type":"message","text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      message('after'),
    ]
    const whole = `{"name":"n","type":"personal_chat","id":5,"messages":[${messages.join(',')}]}`
    const { said, problems } = await readEntries(whole)
    expect(said.map((text) => text.replace(/^.*: /, ''))).toEqual(['before', 'after'])
    expect(problems).toHaveLength(1)
    const cut = await readEntries(whole.substring(0, whole.length - 30))
    expect({ said: cut.said.length, problems: cut.problems.at(-1) }).toEqual({
      said: 1,
      problems: expect.stringContaining('cut off'),
    })
  })

  it.each([
    [
      'claude-code',
      '{"type":"assistant","sessionId":"s","uuid":"u","message":{"content":[{"type":"tool_use","id":"t","name":"n","input":{"deep":HERE}}]}}',
    ],
    [
      'codex',
      '{"timestamp":"2026-01-01T00:00:00Z","type":"response_item","payload":{"type":"local_shell_call","call_id":"t","action":{"deep":HERE}}}',
    ],
  ])('of %s with arguments too deep to write down keeps the call', async (_format, line) => {
    const { done } = await readEntries(line.replace('HERE', `${'['.repeat(200_000)}${']'.repeat(200_000)}`))
    expect(done).toEqual([expect.stringMatching(/^tool_call .*: \(nested too deep to be kept\)$/)])
  })

  it('cannot name what only this memory makes, nor pass for the user', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const base = { sessionId: 's', cwd: '/h', timestamp: '2026-03-01T10:00:00Z' }
    const lines = [
      { ...base, type: 'compaction', uuid: '1', message: { role: 'user', content: 'zither compaction' } },
      { ...base, type: 'recall', uuid: '2', message: { role: 'user', content: 'zither recall' } },
      {
        ...base,
        type: 'user',
        uuid: '3',
        isSidechain: true,
        message: { role: 'user', content: 'zither order' },
      },
      {
        ...base,
        type: 'user',
        uuid: '4',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: 'zither output' }],
        },
      },
      {
        ...base,
        type: 'user',
        uuid: '5',
        message: {
          role: 'user',
          content:
            '<recollect-memory kind="recall">\n[memory 2026-01-01 user stated] zither\n</recollect-memory>',
        },
      },
    ]
    const content = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(await memory.import({ content, asMine: true })).toMatchObject({ messages: 0, events: 2 })
    expect((await memory.search({ question: 'zither' })).hits).toEqual([])
    await engine.close()
  })
})

interface Hole {
  readonly holder: Record<string, unknown>
  readonly key: string
}

/** Every field and element of a value. */
function holesIn(value: unknown): Hole[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...holesIn(holder[key])])
}

function isAsPromised(entry: Entry): boolean {
  const isText = (value: unknown) => typeof value === 'string'
  const isName = (value: unknown) => value === null || isText(value)
  const isTime = (at: unknown) => at === null || Number.isSafeInteger(at)
  if (entry.kind === 'message') {
    const { role, content, at, speaker, session, sessionKey = '', id } = entry.message
    return (
      isText(role) &&
      isText(content) &&
      content.trim() !== '' &&
      isTime(at) &&
      [speaker, session, sessionKey, id].every(isName)
    )
  }
  if (entry.kind === 'event') {
    const { role, text, at, session, sessionKey = '', id, data } = entry.event
    const beside = Object.entries(data).every(([name, value]) =>
      name === 'isError' ? value === true : isText(value),
    )
    return [role, text, id, sessionKey].every(isText) && isTime(at) && isName(session) && beside
  }
  return true
}
