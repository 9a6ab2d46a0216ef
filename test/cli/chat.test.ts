import { describe, expect, it } from 'vitest'
import { story } from '../../src/cli/tour/story.js'
import { openMemory } from '../../src/engine.js'
import { type AskedChat, type ChatReply, startChatServer } from '../models/loopback-chat-server.js'
import { useRecollectHere } from './recollect-here.js'

const { home, run, json } = useRecollectHere()

const questionIn = (prompt: string) => prompt.split('\n').findLast((line) => line.startsWith('user: ')) ?? ''

/** Looks the question up, and answers with what it found that is no question itself. */
const lookingUp = ({ prompt, results, body }: AskedChat): ChatReply => {
  if (results.length === 0)
    return { calls: [['memory_search', { question: questionIn(prompt).replace('user: ', '') }]] }
  const lines = [...(results[0] ?? '').matchAll(/^> (.*)$/gm)].map(([, line]) => line ?? '')
  const answer = lines.find((line) => !line.endsWith('?')) ?? `nothing of ${JSON.stringify(body).length}`
  return { calls: [['answer', { answer }]] }
}

const chat = async (reply: ChatReply, lines: readonly string[], session = 'tour') => {
  const server = await startChatServer({ always: reply })
  const env = { RECOLLECT_MODEL: `openai-compatible:${server.url}/v1#m`, RECOLLECT_EMBEDDER: 'off' }
  return { ...(await run(['chat', '--session', session], { stdin: `${lines.join('\n')}\n`, env })), server }
}

describe('recollect chat', () => {
  it('answers the questions of the tour with what its tools find, and shows why', async () => {
    for (const text of [...story.decision.besides, story.decision.text, ...story.team.notes])
      await run(['capture', text])
    const asked = [story.decision.question, ...story.team.asked.map(({ question }) => question)]
    const { code, out, notes, server } = await chat(lookingUp, [
      ...asked,
      '/why',
      '/nothing',
      '/quit',
      'never asked',
    ])
    expect({ code, notes: notes.includes('memory_search') }).toEqual({ code: 0, notes: true })
    expect(out).toContain(story.decision.text.split('\n')[0])
    for (const { answer } of story.team.asked) expect(out).toContain(answer)
    expect(out).toMatch(/in +recall .*frontend engineer/i)
    expect(notes).toContain('there is no /nothing')
    const [first] = server.asked
    expect(first?.tools).toContain('memory_capture')
    expect(first?.tools).not.toContain('memory_forget')
    expect(first?.system).not.toContain('Harbour')
    expect(first?.prompt).toContain('<recollect-memory kind="recall">')
    const engine = await openMemory({ home, embedder: 'off' })
    const { events } = await engine.as({}).transcriptRead({
      session: 'tour',
      types: ['message', 'tool_call', 'tool_result'],
    })
    await engine.close()
    expect(events.map(({ type }) => type)).toEqual(
      asked.flatMap(() => ['message', 'tool_call', 'tool_result', 'message']),
    )
    expect(events[0]).toMatchObject({ text: asked[0], origin: 'user' })
  })

  it('takes plain words for an answer, keeps what is noted as an agent’s, and goes on in its session', async () => {
    const noting = ({ results }: AskedChat): ChatReply =>
      results.length === 0 ? { calls: [['memory_capture', { text: 'The user likes tea' }]] } : 'Noted.'
    expect((await chat(noting, ['I like tea.'], 'tea')).out).toContain('Noted.')
    const { items } = await json(['thoughts', 'likes tea'])
    expect(items).toMatchObject([{ trust: 'observed' }])
    const { server } = await chat('Yes.', ['Sure?'], 'tea')
    expect(server.asked[0]?.prompt).toContain('user: I like tea.')
  })

  it('says how a model is configured where there is none, and what went wrong where one fails', async () => {
    const none = await run(['chat'], { stdin: 'hello\n' })
    expect(none).toMatchObject({ code: 1, out: '' })
    expect(none.notes).toMatch(/no chat model is configured[\s\S]*RECOLLECT_MODEL/)
    const { code, notes, out } = await chat({ status: 500 }, ['hello', '/quit'], 'down')
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(notes).toContain('the server failed (500)')
  })
})
