import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useRecollectHere } from './recollect-here.js'

const { run, json, home } = useRecollectHere()
const talk = [
  { role: 'user', content: 'I am allergic to peanuts.' },
  { role: 'assistant', content: 'Noted.' },
]
let at = { cwd: '' }
beforeAll(() => {
  at = { cwd: join(home, 'place') }
  mkdirSync(at.cwd)
  mkdirSync(join(at.cwd, 'folder'))
  writeFileSync(join(at.cwd, 'talk.json'), JSON.stringify({ messages: talk }))
})

describe('recollect extract', () => {
  it('reads messages as lines, as an array, and as a request to a model', async () => {
    const human = talk.map(({ role, content }) => ({ role: role === 'user' ? 'Human' : 'AI', content }))
    const forms = [
      talk.map((one) => JSON.stringify(one)).join('\n'),
      JSON.stringify(human),
      JSON.stringify({ model: 'm', messages: talk }, null, 2),
      JSON.stringify({ messages: talk }),
      JSON.stringify(talk[0]),
    ]
    for (const [index, stdin] of forms.entries()) {
      const own = { ...at, stdin, env: { RECOLLECT_HOME: join(home, `form ${index}`) } }
      const { outcome, records } = await json(['extract', '-'], own)
      expect({ outcome, records }).toMatchObject({ outcome: 'done', records: [{ outcome: 'created' }] })
    }
  })

  it('looks at all of a long conversation, and says how much', async () => {
    const long = [
      ...talk,
      ...Array.from({ length: 6 }, (_, n) => [
        { role: 'user', content: `What is ${n} times 7?` },
        { role: 'assistant', content: `${7 * n}` },
      ]).flat(),
    ]
    const own = { ...at, stdin: JSON.stringify(long), env: { RECOLLECT_HOME: join(home, 'long') } }
    expect((await run(['extract', '-'], own)).out).toMatch(/^Kept .*\n7 exchanges looked at by rules/)
  })

  it('reads nothing where the assistant kept it itself, in the form of a model’s messages', async () => {
    const called = [talk[0], { role: 'assistant', content: [{ type: 'tool_use', name: 'record_save' }] }]
    const own = { ...at, stdin: JSON.stringify(called), env: { RECOLLECT_HOME: join(home, 'called') } }
    expect((await json(['extract', '-'], own)).reason).toBe('explicit_memory_call')
  })

  it('names the record that it met', async () => {
    const description = 'Please always answer in French'
    const type = 'feedback'
    await run(['record-save', 'Language', '--description', description, '--type', type], at)
    const stdin = JSON.stringify({ role: 'user', content: 'Please always answer in German.' })
    expect((await run(['extract', '-'], { ...at, stdin })).out).toMatch(/^Left as you wrote it "Language" /)
  })

  it('says how to go on where the model is dead, as recall does', async () => {
    // A port that no request may go to, on which nobody can listen.
    const env = {
      RECOLLECT_HOME: join(home, 'dead'),
      RECOLLECT_MODEL: 'openai-compatible:http://127.0.0.1:9/v1#none',
    }
    const own = { ...at, env }
    await run(['record-save', 'Weekly report', '--type', 'user', '--description', 'Short'], own)
    const recalled = await run(['recall', 'the weekly report'], own)
    expect(recalled).toMatchObject({ code: 1, out: '' })
    expect(recalled.notes).toContain('RECOLLECT_MODEL=off goes on without it, and so does --select lexical')
    expect((await run(['recall', 'the weekly report', '--select', 'lexical'], own)).out).toContain(
      'Weekly report',
    )
    const extracted = await run(['extract', '-'], { ...own, stdin: JSON.stringify(talk) })
    expect(extracted.out).toContain('RECOLLECT_MODEL=off goes on without it')
    expect((await run(['extraction-log'], own)).out).toContain('RECOLLECT_MODEL=off')
    // Nobody was reached, so nothing was spent.
    const { days } = (await json(['stats', '--cost'], own)).cost
    expect(days).not.toEqual([])
    for (const one of days) expect(one).toMatchObject({ inputTokens: 0, outputTokens: 0 })
  })

  it('says what is wrong, and what to do', async () => {
    const both = await run(['extract', 'talk.json', '--session', 'move'], at)
    expect(both).toMatchObject({ code: 2, notes: expect.stringContaining('both') })
    const neither = await run(['extract'], at)
    expect(neither).toMatchObject({ code: 2, notes: expect.stringContaining('needed') })
    for (const file of ['absent.jsonl', 'folder']) {
      const { code, notes } = await run(['extract', file], at)
      expect(code).toBe(1)
      expect(notes).toContain('name a file of messages')
      expect(notes).not.toContain('zip')
    }
    const roleless = await run(['extract', '-'], { ...at, stdin: '{"text":"hi"}' })
    expect(roleless).toMatchObject({ code: 2, notes: expect.stringContaining('message 1 has no role') })
    const empty = await run(['extract', '-'], { ...at, stdin: '' })
    expect(empty.out).toContain('nobody said anything')
  })
})
