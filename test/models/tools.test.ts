import { describe, expect, it, vi } from 'vitest'
import type { ModelTool, ToolQuestion } from '../../src/model/chat/chat-models.js'
import { type ChatReply, type Protocol, startChatServer } from './loopback-chat-server.js'
import { type Facts, honest, KEY, modelAt, openModels, question } from './open-models.js'

const protocols: readonly Protocol[] = ['openai', 'anthropic']

const look = (run: ModelTool['run'] = async () => 'Mia moved to Lisbon.'): ModelTool => ({
  name: 'look',
  description: 'Looks a name up.',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run,
})

const looking: ChatReply = { calls: [['look', { name: 'Mia' }]] }
const answering: ChatReply = { calls: [['answer', honest]] }

async function open(reply: ChatReply, given: Partial<ToolQuestion<Facts>> = {}, dailyTokens?: number) {
  const server = await startChatServer({ always: reply })
  const models = await openModels({
    model: modelAt(server),
    ...(dailyTokens === undefined ? {} : { dailyTokens }),
  })
  const ask = (more: Partial<ToolQuestion<Facts>> = {}) =>
    models.askWithTools({ tools: [look()], ...given, ...more })
  return { server, ask, use: models.use }
}

describe.each(protocols)('a model at a server that speaks %s', (protocol) => {
  it('is lent tools, reads what they bring, and answers', async () => {
    const server = await startChatServer()
    const { askWithTools, use } = await openModels({ model: modelAt(server, protocol) })
    server.next(
      {
        calls: [
          ['look', { name: 'Mia' }],
          ['look', { name: 'Tom' }],
        ],
      },
      answering,
    )
    const run = vi.fn(async (input: unknown) => `found ${JSON.stringify(input)}`)
    expect(await askWithTools({ tools: [look(run)] })).toMatchObject({ ok: true, value: honest, steps: 2 })
    expect(run.mock.calls).toEqual([[{ name: 'Mia' }], [{ name: 'Tom' }]])
    const [first, second] = server.asked
    expect(first).toMatchObject({
      key: KEY,
      tools: ['look', 'answer'],
      system: question.system,
      maxTokens: 500,
    })
    expect(second?.results).toEqual(['found {"name":"Mia"}', 'found {"name":"Tom"}'])
    expect(await use()).toMatchObject([
      { role: 'researcher', calls: 2, failures: 0, estimated: 0, inputTokens: 200, outputTokens: 40 },
    ])
  })

  it('may say its answer as text, and mend one of another shape', async () => {
    const server = await startChatServer()
    const { askWithTools } = await openModels({ model: modelAt(server, protocol) })
    server.next(looking, `Here it is:\n${JSON.stringify(honest)}`)
    expect(await askWithTools({ tools: [look()] })).toMatchObject({ ok: true, value: honest, steps: 2 })
    server.next({ calls: [['answer', { facts: [{ text: 7 }] }]] }, answering)
    expect(await askWithTools({ tools: [look()] })).toMatchObject({ ok: true, value: honest, steps: 2 })
    expect(server.asked.at(-1)?.results).toEqual(['not taken: invalid_type at facts.0.text'])
  })

  it('is held to its last step, told so, and offered nothing else in it', async () => {
    const server = await startChatServer({
      always: ({ tools }) => (tools.includes('look') ? looking : answering),
    })
    const { askWithTools } = await openModels({ model: modelAt(server, protocol) })
    expect(await askWithTools({ tools: [look()], maxSteps: 3 })).toMatchObject({ ok: true, steps: 3 })
    expect(server.asked.map(({ tools, forced }) => [tools, forced])).toEqual([
      [['look', 'answer'], undefined],
      [['look', 'answer'], undefined],
      [['answer'], 'answer'],
    ])
    expect(server.asked.at(-1)?.system).toContain('last step')
  })

  it.each([
    ['goes on for ever', looking, 'unfinished'],
    ['calls what is not there', { calls: [['delete_all', {}]] }, 'unfinished'],
    ['answers prose', 'I found nothing, sorry.', 'unreadable'],
    ['answers nothing', '', 'unreadable'],
    ['answers another shape', '{"facts": "none"}', 'wrong_shape'],
    ['never answers in the shape', { calls: [['answer', { facts: 'none' }]] }, 'wrong_shape'],
    ['refuses', { text: 'no', ending: 'refused' }, 'refused'],
    ['is cut', { text: JSON.stringify(honest), ending: 'cut' }, 'unreadable'],
    ['fails', { status: 500, body: KEY }, 'unavailable'],
    ['wants another key', { status: 401, body: KEY }, 'unavailable'],
    ['sends elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'unavailable'],
    ['answers a page', { status: 200, body: `<html>${KEY}` }, 'unreadable'],
    ['breaks off', { does: 'cut' }, 'unavailable'],
    ['stalls', { does: 'stall' }, 'timeout'],
  ] as const)('is no answer where it %s', async (_, reply, reason) => {
    const server = await startChatServer({ always: reply })
    const { askWithTools } = await openModels({ model: modelAt(server, protocol) })
    const got = await askWithTools({ tools: [look()], timeoutMs: 400 })
    expect(got).toMatchObject({ ok: false, reason })
    expect(JSON.stringify(got)).not.toMatch(new RegExp(`${KEY}|Lisbon|sorry`))
    expect(server.asked.length).toBeLessThanOrEqual(4)
  })
})

describe('work with tools', () => {
  it('is counted step by step, and stopped by the ceiling of the day in the middle', async () => {
    const { server, ask, use } = await open(looking, { maxSteps: 9, maxTokens: 100_000 }, 2_000)
    server.always({ calls: [['look', { name: 'Mia' }]], usage: { input: 500, output: 100 } })
    expect(await ask()).toMatchObject({
      reason: 'ceiling',
      steps: 3,
      detail: expect.stringContaining('of 2000'),
    })
    expect(await use()).toMatchObject([{ calls: 3, refused: 1, inputTokens: 1_500, outputTokens: 300 }])
    expect(server.asked).toHaveLength(3)
  })

  it('ends in time for an answer where its own tokens run out, and stops where they have', async () => {
    const { server, ask } = await open(({ tools }) => (tools.includes('look') ? looking : answering), {
      maxSteps: 20,
      maxTokens: 8_000,
      tools: [look(async () => 'word '.repeat(1_000))],
    })
    const got = await ask()
    expect(got).toMatchObject({ ok: true })
    expect(got.steps).toBeLessThan(8)
    server.always({ calls: [['look', {}]], usage: { input: 7_000, output: 900 } })
    expect(await ask()).toMatchObject({
      reason: 'unfinished',
      steps: 1,
      detail: expect.stringContaining('8000'),
    })
  })

  it('that was given up throws its reason, and counts what was set aside', async () => {
    const { server, ask, use } = await open({ does: 'stall' })
    server.next(looking)
    const stop = new AbortController()
    const asked = ask({ signal: stop.signal })
    await server.askedTimes(2)
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    expect(await use()).toMatchObject([{ calls: 2, failures: 1, estimated: 1, outputTokens: 520 }])
    await expect(ask({ signal: stop.signal })).rejects.toThrow('enough')
    expect(server.asked).toHaveLength(2)
  })

  it('throws what a tool throws, and asks no more', async () => {
    const { server, ask } = await open(looking)
    const tools = [look(() => Promise.reject(new Error('the store is gone')))]
    await expect(ask({ tools })).rejects.toThrow('the store is gone')
    expect(server.asked).toHaveLength(1)
  })

  it('hands arguments on as they are, and says of those that are no JSON that they are none', async () => {
    const run = vi.fn(async () => 'seen')
    const huge = 'x'.repeat(100_000)
    const { server, ask } = await open(answering, { tools: [look(run)] })
    server.next(
      {
        calls: [
          ['look', { name: huge }],
          ['look', '{"name": "Mia'],
          ['look', '[1]'],
        ],
      },
      answering,
    )
    expect(await ask({ maxTokens: 200_000 })).toMatchObject({ ok: true })
    expect(run.mock.calls).toEqual([[{ name: huge }], [[1]]])
    expect(server.asked.at(-1)?.results).toHaveLength(3)
  })

  it('runs no more than eight calls at once', async () => {
    const run = vi.fn(async () => 'seen')
    const { server, ask } = await open(answering, { tools: [look(run)] })
    server.next({ calls: Array.from({ length: 30 }, () => ['look', { name: 'Mia' }] as const) }, looking)
    expect(await ask()).toMatchObject({ ok: true, steps: 3 })
    expect(run).toHaveBeenCalledTimes(9)
    expect(server.asked.at(-1)?.results.at(9)).toContain('refused')
  })

  it('is left alone by the breaker once the model was down three times, in the middle of it or not', async () => {
    const { server, ask } = await open({ status: 500 })
    server.next(looking)
    for (let work = 0; work < 3; work++) expect(await ask()).toMatchObject({ reason: 'unavailable' })
    expect(await ask()).toMatchObject({ reason: 'breaker_open', steps: 0 })
    expect(server.asked).toHaveLength(4)
  })

  it('asks once more where the server says when, and counts that as one step', async () => {
    const { server, ask, use } = await open(answering)
    server.next(looking, { status: 429, headers: { 'retry-after': '0' } })
    expect(await ask()).toMatchObject({ ok: true, steps: 2 })
    expect(await use()).toMatchObject([{ calls: 2, failures: 0 }])
  })

  it('writes nothing to the console', async () => {
    const said = vi.fn()
    for (const method of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(said)
    const { server, ask } = await open(answering)
    server.next(looking, { status: 500 })
    await ask()
    await ask()
    expect(said).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('is nothing for a model of your own, for the client’s, or for none', async () => {
    const own = { name: 'mine', complete: async () => ({ text: '{}', ending: 'whole' as const }) }
    for (const options of [{ model: own }, { client: own }]) {
      const { askWithTools } = await openModels(options)
      expect(await askWithTools()).toMatchObject({ ok: false, reason: 'no_tools', model: 'mine', steps: 0 })
    }
    const { askWithTools } = await openModels({})
    expect(await askWithTools()).toMatchObject({ ok: false, reason: 'off', model: null, steps: 0 })
  })
})
