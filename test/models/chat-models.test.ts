import { describe, expect, it } from 'vitest'
import { liesAbout } from './lies.js'
import { startChatServer } from './loopback-chat-server.js'
import { honest, KEY, modelAt, openModels } from './open-models.js'

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
