import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Env, systemEnv } from '../../src/clock.js'
import type { ChatModel } from '../../src/model/chat/chat-model.js'
import type { ChatQuestion } from '../../src/model/chat/chat-models.js'
import { type ChatSetting, readChatSettings } from '../../src/model/chat/chat-setting.js'
import { createChatModels } from '../../src/model/chat/create-chat-models.js'
import { dayOf, readUse } from '../../src/model/chat/model-use.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { ann, storeFile, temporaryFolder } from '../open-spine.js'
import { liesAbout } from './lies.js'
import { type ChatServer, type Protocol, startChatServer } from './loopback-chat-server.js'

const KEY = 'sk-very-secret-4711'
const honest = { facts: [{ text: 'Mia lives in Lisbon', id: 'a-1', weight: 2 }] }
const schema = z.object({
  facts: z.array(z.object({ text: z.string(), id: z.string(), weight: z.number() })),
})
const question: ChatQuestion<z.output<typeof schema>> = {
  role: 'extractor',
  system: 'Find facts.',
  prompt: 'I moved to Lisbon.',
  schema,
  maxOutputTokens: 500,
  timeoutMs: 10_000,
}

interface Opened {
  readonly model?: ChatSetting
  readonly dailyTokens?: number
  readonly env?: Partial<Env>
}

async function open({ model, dailyTokens, env: own = {} }: Opened) {
  const env: Env = { ...systemEnv(), ...own }
  const store = await openSqlite({ file: storeFile(await temporaryFolder()), env })
  onTestFinished(() => store.close())
  const settings = readChatSettings({
    model,
    dailyTokens,
    environment: {},
    file: { get: () => undefined, place: (field) => field },
  })
  const models = createChatModels({ settings, store, env }).lentBy(undefined)
  return {
    ask: <T = z.output<typeof schema>>(given: Partial<ChatQuestion<T>> = {}) =>
      models.ask(ann, { ...question, ...given } as ChatQuestion<T>),
    models,
    use: () => store.read(readUse, ann.writes, dayOf(env.now())),
  }
}

function at(server: ChatServer, protocol: Protocol): ChatSetting {
  return protocol === 'openai'
    ? { provider: 'openai-compatible', model: 'm', url: `${server.url}/v1`, apiKey: KEY }
    : { provider: 'anthropic', model: 'claude-sonnet-4-5', url: `${server.url}/v1`, apiKey: KEY }
}

describe.each(['openai', 'anthropic'] as const)('a model behind a server that speaks %s', (protocol) => {
  it('is asked for the shape, gives the answer, and is counted', async () => {
    const server = await startChatServer({ always: JSON.stringify(honest) })
    const { ask, use } = await open({ model: at(server, protocol) })
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
    const { ask } = await open({ model: at(server, protocol) })
    await ask({ prompt: 'cut \ud83d here\u0000', system: '\ude00' })
    expect(server.asked[0]).toMatchObject({ prompt: 'cut \ufffd here\ufffd', system: '\ufffd' })
  })

  it('is told the shape in words where the server knows no schemas, and from then on', async () => {
    const server = await startChatServer({ always: `Here:\n${JSON.stringify(honest)}`, knowsSchemas: false })
    const { ask } = await open({ model: at(server, protocol) })
    expect(await ask()).toMatchObject({ ok: true, value: honest })
    expect(await ask()).toMatchObject({ ok: true })
    expect(server.asked.map(({ format }) => format)).toEqual(['schema', 'none', 'none'])
    expect(server.asked[1]?.system).toContain('"weight"')
  })

  it.each(liesAbout(honest).map((lie) => [lie.name, lie] as const))(
    'never makes an answer of what it did not say: %s',
    async (_, { reply, isHonest, name }) => {
      const server = await startChatServer({ always: reply })
      const { ask, use } = await open({ model: at(server, protocol) })
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
