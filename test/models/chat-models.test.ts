import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ChatSetting } from '../../src/model/chat/chat-setting.js'
import { liesAbout } from './lies.js'
import { startChatServer } from './loopback-chat-server.js'
import { honest, KEY, modelAt, openModels } from './open-models.js'

describe('what a server is asked', () => {
  const askOnce = async (model: ChatSetting, environment = {}) => {
    const { ask } = await openModels({ model, environment })
    return ask()
  }

  it('is bound to a strict schema, without what servers refuse in one', async () => {
    const server = await startChatServer({ always: '{"id": "x", "note": "n"}' })
    const { ask } = await openModels({ model: modelAt(server) })
    const strict = z.object({ id: z.string().max(3).default('x'), note: z.string().min(1) })
    const loose = z.object({ id: z.string(), note: z.string().optional() })
    for (const schema of [strict, loose]) await ask({ schema: schema as never })
    const bound = server.asked.map(({ body }) => body['response_format'])
    expect(bound).toMatchObject([{ json_schema: { strict: true } }, { json_schema: { strict: false } }])
    expect(JSON.stringify(bound)).not.toMatch(/maxLength|minLength|default|\$schema/)
  })

  it('has the names that its provider knows', async () => {
    const server = await startChatServer({ always: JSON.stringify(honest) })
    const url = `${server.url}/v1`
    await askOnce({ provider: 'openai', model: 'gpt-x', url, apiKey: KEY })
    await askOnce('ollama:qwen3', { OLLAMA_HOST: server.url })
    const [openai, ollama] = server.asked
    expect(openai?.body).toMatchObject({ model: 'gpt-x', max_completion_tokens: 500 })
    expect(openai?.body).not.toHaveProperty('max_tokens')
    expect(ollama?.body).toMatchObject({ model: 'qwen3', max_tokens: 500, reasoning_effort: 'none' })
    expect(ollama?.key).toBeUndefined()
  })

  it('is asked of older models of Anthropic by a tool, and read the same', async () => {
    const server = await startChatServer({ always: JSON.stringify(honest) })
    const model = {
      provider: 'anthropic',
      model: 'claude-3-haiku-20240307',
      url: `${server.url}/v1`,
      apiKey: KEY,
    } as const
    expect(await askOnce(model)).toMatchObject({ ok: true, value: honest })
    expect(server.asked).toMatchObject([{ format: 'tool' }])
  })
})

it('is sent the key of the role that asks, and of no other at the same server', async () => {
  const server = await startChatServer({ always: JSON.stringify(honest) })
  const at = (apiKey: string) =>
    ({ provider: 'openai-compatible', model: 'm', url: `${server.url}/v1`, apiKey }) as const
  const { ask } = await openModels({ model: { extractor: at('key-one'), selector: at('key-two') } })
  for (const role of ['extractor', 'selector', 'extractor'] as const) await ask({ role })
  expect(server.asked.map(({ key }) => key)).toEqual(['key-one', 'key-two', 'key-one'])
})

describe('whatever a server answers', () => {
  it.each(['openai', 'anthropic'] as const)(
    'is an answer or a reason, never an error (%s)',
    async (protocol) => {
      const server = await startChatServer()
      // Between two looks at the clock the breaker has had its rest: else most calls would not go out.
      let now = Date.UTC(2025, 5, 30)
      const later = () => {
        now += 61_000
        return now
      }
      const env = { now: later, sleep: async () => undefined }
      const { ask } = await openModels({ model: modelAt(server, protocol), dailyTokens: 1e9, env })
      const said = fc.record({
        text: fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        ending: fc.constantFrom('whole' as const, 'cut' as const, 'refused' as const),
      })
      const raw = fc.record({
        status: fc.constantFrom(200, 201, 204, 301, 304, 400, 404, 409, 413, 418, 422, 429, 500, 503, 599),
        body: fc.oneof(
          fc.string(),
          fc.jsonValue(),
          fc.constantFrom('{"choices": []}', '{"choices": [{}]}', 'null'),
        ),
        headers: fc.constantFrom<Record<string, string>>(
          {},
          { 'retry-after': '-1' },
          { 'retry-after': 'soon' },
        ),
      })
      await fc.assert(
        fc.asyncProperty(fc.oneof(said, raw), async (reply) => {
          server.always(reply)
          const answer = await ask({ timeoutMs: 20_000 })
          if (answer.ok) expect(answer.value.facts).toBeInstanceOf(Array)
          else expect(reasonsOf).toContain(answer.reason)
        }),
        { numRuns: 150 },
      )
    },
  )

  const reasonsOf = ['unavailable', 'unreadable', 'wrong_shape', 'refused']
})

describe.each(['openai', 'anthropic'] as const)('a model behind a server that speaks %s', (protocol) => {
  it('is asked for the shape, gives the answer, and is counted', async () => {
    const server = await startChatServer({ always: JSON.stringify(honest) })
    const { ask, use } = await openModels({ model: modelAt(server, protocol) })
    expect(await ask()).toEqual({ ok: true, value: honest, model: expect.stringContaining(server.url) })
    expect(server.asked).toMatchObject([
      {
        protocol,
        key: KEY,
        system: 'Find facts.',
        prompt: 'I moved to Lisbon.',
        maxTokens: 500,
        format: 'schema',
      },
    ])
    expect(await use()).toMatchObject([
      { role: 'extractor', calls: 1, failures: 0, estimated: 0, inputTokens: 100, outputTokens: 20 },
    ])
  })

  it('gets text without half characters', async () => {
    const server = await startChatServer({ always: JSON.stringify(honest) })
    const { ask } = await openModels({ model: modelAt(server, protocol) })
    await ask({ prompt: 'cut \ud83d here\u0000', system: '\ude00' })
    expect(server.asked[0]).toMatchObject({ prompt: 'cut \ufffd here\ufffd', system: '\ufffd' })
  })

  it('is told the shape in words where the server knows no schemas, and from then on', async () => {
    const server = await startChatServer({ always: `Here:\n${JSON.stringify(honest)}`, knowsSchemas: false })
    const { ask } = await openModels({ model: modelAt(server, protocol) })
    expect(await ask()).toMatchObject({ ok: true, value: honest })
    expect(await ask()).toMatchObject({ ok: true })
    expect(server.asked.map(({ format }) => format)).toEqual(['schema', 'none', 'none'])
    expect(server.asked[1]?.system).toContain('"weight"')
  })

  it.each(liesAbout(honest).map((lie) => [lie.name, lie] as const))(
    'never makes an answer of what it did not say: %s',
    async (_, { reply, isHonest, name }) => {
      const server = await startChatServer({ always: reply })
      const { ask, use } = await openModels({ model: modelAt(server, protocol) })
      const isStall = name === 'never answers' || name === 'stops in the middle'
      const answer = await ask(isStall ? { timeoutMs: 300 } : {})
      if (isHonest) return expect(answer).toMatchObject({ ok: true, value: honest })
      if (name === 'answers with names that nobody offered') {
        // Whoever asked knows what was offered.
        return expect(answer).toMatchObject({ ok: true, value: { facts: [{ id: 'a-1-of-nobody' }] } })
      }
      expect(answer).toMatchObject({ ok: false, reason: reasons.get(name) })
      expect(JSON.stringify(answer)).not.toMatch(/Lisbon|secret|IGNORE|some_error/)
      expect(await use()).toMatchObject([{ calls: 1, failures: 1 }])
    },
  )
})

const reasons = new Map([
  ['cuts its answer and says so', 'unreadable'],
  ['cuts its answer and says nothing', 'unreadable'],
  ['answers nothing', 'unreadable'],
  ['answers prose', 'unreadable'],
  ['answers null', 'wrong_shape'],
  ['answers an empty object', 'wrong_shape'],
  ['answers wrong types', 'wrong_shape'],
  ['obeys what it read', 'unreadable'],
  ['answers a megabyte', 'unreadable'],
  ['refuses', 'refused'],
  ['fails with 500', 'unavailable'],
  ['limits the rate without a time', 'unavailable'],
  ['limits the rate for an hour', 'unavailable'],
  ['does not know the key', 'unavailable'],
  ['sends elsewhere', 'unavailable'],
  ['answers a page', 'unreadable'],
  ['closes the connection', 'unavailable'],
  ['breaks off in the middle', 'unavailable'],
  ['ends in the middle', 'unreadable'],
  ['never answers', 'timeout'],
  ['stops in the middle', 'timeout'],
])
