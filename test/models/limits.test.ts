import { describe, expect, it } from 'vitest'
import type { ChatModel } from '../../src/model/chat/chat-model.js'
import { reachOf } from '../../src/reach.js'
import { startChatServer } from './loopback-chat-server.js'
import { honest, modelAt, openModels, question } from './open-models.js'

const answer = JSON.stringify(honest)
const START = Date.UTC(2025, 5, 30, 12)

/** A clock that goes on only while somebody sleeps. */
function clock() {
  let now = START
  const slept: number[] = []
  return {
    slept,
    pass: (ms: number) => {
      now += ms
    },
    env: {
      now: () => now,
      sleep: async (ms: number) => {
        slept.push(ms)
        now += ms
      },
    },
  }
}

describe('a model that is asked again', () => {
  it.each([
    [429, '2', 2_000],
    [503, '1', 1_000],
    [429, 'Mon, 30 Jun 2025 12:00:03 GMT', 3_000],
  ])('said when (%i, Retry-After: %s)', async (status, retryAfter, waitMs) => {
    const server = await startChatServer({ always: answer })
    const time = clock()
    const { ask, use } = await openModels({ model: modelAt(server), env: time.env })
    server.next({ status, headers: { 'retry-after': retryAfter } })
    expect(await ask()).toMatchObject({ ok: true })
    expect(time.slept).toEqual([waitMs])
    expect(await use()).toMatchObject([{ calls: 1, failures: 0, inputTokens: 100 }])
  })

  it('is asked again once, and not where it says a time beyond the bounds', async () => {
    const server = await startChatServer({ always: { status: 429, headers: { 'retry-after': '1' } } })
    const time = clock()
    const { ask } = await openModels({ model: modelAt(server), env: time.env })
    expect(await ask()).toMatchObject({ reason: 'unavailable', detail: expect.stringContaining('too many') })
    expect(server.asked).toHaveLength(2)
    server.always({ status: 429, headers: { 'retry-after': '11' } })
    expect(await ask()).toMatchObject({ reason: 'unavailable' })
    server.always({ status: 429, headers: { 'retry-after': '5' } })
    expect(await ask({ timeoutMs: 4_000 })).toMatchObject({ reason: 'unavailable' })
    expect(server.asked).toHaveLength(4)
  })

  it('was not reached at all, and that once', async () => {
    const server = await startChatServer()
    await server.close()
    const time = clock()
    const { ask, use } = await openModels({ model: modelAt(server), env: time.env })
    expect(await ask()).toMatchObject({
      reason: 'unavailable',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
    expect(time.slept).toHaveLength(1)
    expect(await use()).toMatchObject([{ calls: 1, failures: 1, inputTokens: 0, outputTokens: 0 }])
  })

  it.each([{ status: 500 }, { status: 429 }, { does: 'close' }, { does: 'stall' }, 'prose'] as const)(
    'is no model that did %j',
    async (reply) => {
      const server = await startChatServer({ always: reply })
      const { ask } = await openModels({ model: modelAt(server) })
      expect((await ask({ timeoutMs: 300 })).ok).toBe(false)
      expect(server.asked).toHaveLength(1)
    },
  )
})

describe('a model that was down three times in a row', () => {
  it('is left alone for a minute, and then tried by one call', async () => {
    const server = await startChatServer({ always: { status: 500 } })
    const time = clock()
    const { ask, use } = await openModels({ model: modelAt(server), env: time.env })
    for (let call = 0; call < 3; call++) expect(await ask()).toMatchObject({ reason: 'unavailable' })
    expect(await ask()).toMatchObject({ reason: 'breaker_open', detail: expect.stringContaining('60 s') })
    time.pass(59_999)
    expect(await ask()).toMatchObject({ reason: 'breaker_open' })
    expect(server.asked).toHaveLength(3)
    time.pass(1)
    const both = await Promise.all([ask(), ask()])
    expect(both.map((one) => !one.ok && one.reason).sort()).toEqual(['breaker_open', 'unavailable'])
    expect(await ask()).toMatchObject({ reason: 'breaker_open' })
    time.pass(60_000)
    server.always(answer)
    expect(await ask()).toMatchObject({ ok: true })
    expect(await ask()).toMatchObject({ ok: true })
    expect(await use()).toMatchObject([{ calls: 6, failures: 4, refused: 0 }])
  })

  it('is not one that answered, however badly', async () => {
    const server = await startChatServer({ always: 'prose' })
    const { ask } = await openModels({ model: modelAt(server) })
    for (let call = 0; call < 5; call++) expect(await ask()).toMatchObject({ reason: 'unreadable' })
    server.always({ text: 'no', ending: 'refused' })
    for (let call = 0; call < 5; call++) expect(await ask()).toMatchObject({ reason: 'refused' })
  })

  it('takes no other model with it', async () => {
    const [down, up] = [
      await startChatServer({ always: { status: 500 } }),
      await startChatServer({ always: answer }),
    ]
    const model = (url: string) => `openai-compatible:${url}/v1#m`
    const { ask } = await openModels({ model: { default: model(down.url), selector: model(up.url) } })
    for (let call = 0; call < 4; call++) await ask()
    expect(await ask()).toMatchObject({ reason: 'breaker_open' })
    expect(await ask({ role: 'selector' })).toMatchObject({ ok: true })
  })
})

describe('the ceiling of a bank', () => {
  const usage = { input: 300, output: 100 }

  it('is kept, told, and begins anew with the day (UTC)', async () => {
    const server = await startChatServer({ always: { text: answer, usage } })
    const time = clock()
    const { ask, use, today } = await openModels({
      model: modelAt(server),
      dailyTokens: 1_500,
      env: time.env,
    })
    let calls = 0
    let last = await ask()
    for (; last.ok; calls++) last = await ask()
    expect(last).toMatchObject({ reason: 'ceiling', detail: expect.stringMatching(/\d+ of 1500 tokens/) })
    expect(calls).toBe(3)
    expect(server.asked).toHaveLength(3)
    expect(await use()).toMatchObject([
      { day: today, calls: 3, refused: 1, inputTokens: 900, outputTokens: 300 },
    ])
    time.pass(12 * 3_600_000)
    expect(await ask()).toMatchObject({ ok: true })
    expect(await use()).toMatchObject([{ day: today + 1, calls: 1 }, { day: today }])
  })

  it('is not passed by calls at the same time', async () => {
    const server = await startChatServer({ always: { text: answer, usage: { input: 100, output: 500 } } })
    const { ask, use } = await openModels({ model: modelAt(server), dailyTokens: 2_000 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
    const refused = answers.filter((one) => !one.ok && one.reason === 'ceiling')
    expect(refused.length).toBe(12 - server.asked.length)
    const [row] = await use()
    expect((row?.inputTokens ?? 0) + (row?.outputTokens ?? 0)).toBeLessThanOrEqual(2_000)
    expect(server.asked.length).toBeGreaterThan(0)
  })

  it('is of each bank alone, and of all its roles together', async () => {
    const server = await startChatServer({ always: { text: answer, usage } })
    const { ask } = await openModels({ model: modelAt(server), dailyTokens: 800 })
    expect(await ask()).toMatchObject({ ok: true })
    expect(await ask({ role: 'selector' })).toMatchObject({ reason: 'ceiling' })
    expect(await ask({}, reachOf({ user: 'bob' }))).toMatchObject({ ok: true })
  })

  it('lets nothing through at 0', async () => {
    const server = await startChatServer({ always: answer })
    const { ask } = await openModels({ model: modelAt(server), dailyTokens: 0 })
    expect(await ask()).toMatchObject({ reason: 'ceiling' })
    expect(server.asked).toEqual([])
  })
})

describe('tokens', () => {
  it('are estimated where no server tells them, and marked so', async () => {
    const server = await startChatServer({ always: { text: answer, usage: null } })
    const { ask, use } = await openModels({ model: modelAt(server) })
    await ask()
    const [row] = await use()
    expect(row).toMatchObject({ calls: 1, estimated: 1, outputTokens: Math.ceil(answer.length / 4) })
    expect(row?.inputTokens).toBeGreaterThan(10)
  })

  it.each([{ does: 'stall' }, { does: 'close' }] as const)(
    'of a call that may have been paid for are all that was set aside for it (%j)',
    async (reply) => {
      const server = await startChatServer({ always: reply })
      const { ask, use } = await openModels({ model: modelAt(server) })
      await ask({ timeoutMs: 300 })
      expect(await use()).toMatchObject([{ failures: 1, estimated: 1, outputTokens: 500 }])
    },
  )

  it('of a call that was given up are all that was set aside for it', async () => {
    const server = await startChatServer({ always: { does: 'stall' } })
    const { ask, use } = await openModels({ model: modelAt(server) })
    const stop = new AbortController()
    const asked = ask({ signal: stop.signal })
    await server.askedTimes(1)
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    expect(await use()).toMatchObject([{ calls: 1, failures: 1, estimated: 1, outputTokens: 500 }])
    await expect(ask({ signal: stop.signal })).rejects.toThrow('enough')
    expect(server.asked).toHaveLength(1)
  })
})

describe('an answer that the server says was cut', () => {
  it('is none, also where it looks whole: a list may be short of its end', async () => {
    const server = await startChatServer({ always: { text: answer, ending: 'cut' } })
    const { ask } = await openModels({ model: modelAt(server) })
    expect(await ask()).toMatchObject({ reason: 'unreadable', detail: expect.stringContaining('500 tokens') })
  })
})

describe('a model of your own', () => {
  const own = (complete: ChatModel['complete']): ChatModel => ({ name: 'mine', complete })

  it('is asked with all that there is, and counted like any other', async () => {
    const { ask, use, nameOf } = await openModels({
      model: own(async (request) => {
        expect(request).toMatchObject({ system: question.system, prompt: question.prompt, timeoutMs: 10_000 })
        expect(request.schema).toMatchObject({ type: 'object' })
        return { text: answer, ending: 'whole', usage: { inputTokens: 7, outputTokens: 3 } }
      }),
    })
    expect(await ask()).toEqual({ ok: true, value: honest, model: 'mine' })
    expect(nameOf('selector')).toBe('mine')
    expect(await use()).toMatchObject([{ model: 'mine', inputTokens: 7, outputTokens: 3 }])
  })

  it.each([
    ['throws what it was asked', () => Promise.reject(new Error(question.prompt)), 'unavailable'],
    ['answers no text', () => Promise.resolve({ ending: 'whole' } as never), 'unreadable'],
    ['answers nothing', () => Promise.resolve(undefined as never), 'unreadable'],
    ['never answers and looks at no signal', () => new Promise<never>(() => undefined), 'timeout'],
  ] as const)('that %s is reported', async (_, complete, reason) => {
    const { ask } = await openModels({ model: own(complete) })
    const got = await ask({ timeoutMs: 200 })
    expect(got).toMatchObject({ ok: false, reason, model: 'mine' })
    expect(JSON.stringify(got)).not.toContain('Lisbon')
  })
})

describe('where there is no model', () => {
  it('says so, and counts nothing', async () => {
    const { ask, use, nameOf } = await openModels({})
    expect(await ask()).toMatchObject({ ok: false, reason: 'off', model: null })
    expect(nameOf('extractor')).toBeUndefined()
    expect(await use()).toEqual([])
  })

  it('asks no server that would want a key', async () => {
    for (const model of ['openai:gpt-x', 'anthropic:claude-x']) {
      const { ask } = await openModels({ model })
      expect(await ask()).toMatchObject({
        reason: 'unavailable',
        detail: expect.stringContaining('_API_KEY'),
      })
    }
  })
})
