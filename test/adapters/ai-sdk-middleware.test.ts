import {
  generateText,
  type ModelMessage,
  simulateReadableStream,
  stepCountIs,
  streamText,
  wrapLanguageModel,
} from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import {
  type MemoryMiddlewareOptions,
  type MemoryTrouble,
  memoryMiddleware,
  memoryTools,
} from '../../src/adapters/ai-sdk/index.js'
import type { Engine, Memory } from '../../src/engine.js'
import { openEngine } from './open-engine.js'
import { calling, saying, usage } from './scripted-model.js'

type Mock = InstanceType<typeof MockLanguageModelV3>

const remembering = (model: Mock, memory: Memory, options: Partial<MemoryMiddlewareOptions> = {}) =>
  wrapLanguageModel({
    model,
    middleware: memoryMiddleware(memory, { session: 's', timeoutMs: 60_000, ...options }),
  })

const says = (text: string) => new MockLanguageModelV3({ doGenerate: async () => saying(text) })

async function open() {
  const engine = await openEngine()
  const memory = engine.as({ user: 'ann' })
  await memory.capture({ text: 'Mia moved to Lisbon in March' })
  return { engine, memory }
}

async function eventsOf(engine: Engine, session = 's') {
  const { events } = await engine.as({ user: 'ann' }).transcriptRead({
    session,
    types: ['message', 'reasoning', 'tool_call', 'tool_result'],
  })
  return events
}

const brief = (events: Awaited<ReturnType<typeof eventsOf>>) =>
  events.map(({ type, role, text, ending }) => [type, role, text, ...(ending === null ? [] : [ending])])

const promptsOf = (model: Mock) => model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt))

describe('the middleware', () => {
  it('recalls once for the steps of one work, and keeps what was said and done once', async () => {
    const { engine, memory } = await open()
    const model = new MockLanguageModelV3({
      doGenerate: [
        calling(['memory_search', { question: 'where does Mia live?' }]),
        calling(['memory_search', { question: 'Mia Lisbon' }]),
        saying('In Lisbon.'),
      ],
    })
    await generateText({
      model: remembering(model, memory, { channel: 'web' }),
      tools: memoryTools(engine.as({ user: 'ann', agent: 'helper' })),
      stopWhen: stepCountIs(5),
      system: 'Be short.',
      prompt: 'Where does Mia live?',
      headers: { authorization: 'sk-secret-4711' },
      providerOptions: { any: { apiKey: 'sk-secret-4711' } },
    })
    const prompts = model.doGenerateCalls.map(({ prompt }) => prompt)
    expect(JSON.stringify(prompts[0])).toMatch(/<recollect-memory kind=.*Mia moved to Lisbon in March/)
    expect(prompts.map((prompt) => JSON.stringify(prompt.slice(0, 2)))).toEqual(
      Array(3).fill(JSON.stringify(prompts[0]?.slice(0, 2))),
    )
    const events = await eventsOf(engine)
    expect(events.map(({ type, role, tool }) => [type, role, tool])).toEqual([
      ['message', 'user', null],
      ['tool_call', 'assistant', 'memory_search'],
      ['tool_result', 'tool', 'memory_search'],
      ['tool_call', 'assistant', 'memory_search'],
      ['tool_result', 'tool', 'memory_search'],
      ['message', 'assistant', null],
    ])
    expect(events[0]).toMatchObject({ text: 'Where does Mia live?', origin: 'user', trust: 'stated' })
    expect(events[5]).toMatchObject({ text: 'In Lisbon.', trust: 'untrusted' })
    expect(JSON.stringify(events)).not.toMatch(/sk-secret|Be short|recollect-memory/)
  })

  it('keeps a conversation in its order, whoever sends it again', async () => {
    const { engine, memory } = await open()
    const history: ModelMessage[] = []
    const ask = async (content: string, middleware = remembering(says('Yes.'), memory)) => {
      history.push({ role: 'user', content })
      const { response } = await generateText({ model: middleware, messages: history })
      history.push(...response.messages)
    }
    await ask('Is it warm?')
    await ask('Sure?')
    await ask('Sure?', remembering(says('No.'), memory))
    // The page was loaded again, and asks for the last answer once more.
    history.pop()
    await generateText({ model: remembering(says('Really.'), memory), messages: history })
    expect(brief(await eventsOf(engine)).map(([, , text]) => text)).toEqual([
      'Is it warm?',
      'Yes.',
      'Sure?',
      'Yes.',
      'Sure?',
      'No.',
      'Really.',
    ])
    // Without the history, the same words are said anew.
    for (const _ of [1, 2])
      await generateText({ model: remembering(says('Hi.'), memory, { session: 't' }), prompt: 'Hello' })
    expect(await eventsOf(engine, 't')).toHaveLength(4)
  })

  it('learns nothing from what it recalled, in twenty turns that say it back', async () => {
    const { engine, memory } = await open()
    const before = await countsOf(memory)
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => saying(`You told me: ${JSON.stringify(prompt.at(-1))}`),
    })
    const sizes: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      await generateText({
        model: remembering(model, memory, { session: 'echo' }),
        prompt: 'Where does Mia live?',
      })
      sizes.push(promptsOf(model).at(-1)?.length ?? 0)
    }
    expect(await countsOf(memory)).toEqual(before)
    expect(new Set(sizes.slice(2)).size).toBe(1)
    const events = await eventsOf(engine, 'echo')
    expect(events).toHaveLength(40)
    expect(JSON.stringify(events)).not.toMatch(/Lisbon|recollect-memory/)
  })

  it('never fails a call: what it cannot do it tells', async () => {
    const { engine, memory } = await open()
    await engine.close()
    const troubles: MemoryTrouble[] = []
    const onTrouble = (trouble: MemoryTrouble) => {
      troubles.push(trouble)
      throw new Error('nor may this')
    }
    const { text } = await generateText({
      model: remembering(says('Yes.'), memory, { onTrouble }),
      prompt: 'Is it warm?',
    })
    expect(text).toBe('Yes.')
    expect(troubles.map(({ doing }) => doing)).toEqual(['record', 'recall', 'record'])
  })

  it('is refused at once with an option that it does not know, or cannot use', async () => {
    const { memory } = await open()
    const made = (options: object) => () => memoryMiddleware(memory, options as MemoryMiddlewareOptions)
    expect(made({})).toThrow('memoryMiddleware: session is missing')
    expect(made({ session: 's', recall: false })).toThrow('there is no field recall, did you mean recalls?')
    expect(made({ session: 's', budgetTokens: '9' })).toThrow('budgetTokens: must be a number')
    expect(made({ session: 's', onTrouble: 1 })).toThrow('onTrouble: must be a function')
  })

  it('keeps the words of the user where the model fails', async () => {
    const { engine, memory } = await open()
    const model = new MockLanguageModelV3({ doGenerate: () => Promise.reject(new Error('down')) })
    await expect(
      generateText({ model: remembering(model, memory), prompt: 'Is it warm?', maxRetries: 0 }),
    ).rejects.toThrow('down')
    expect(brief(await eventsOf(engine))).toEqual([
      ['message', 'user', 'Is it warm?'],
      ['message', 'assistant', '', 'failed'],
    ])
  })
})

type Chunk = Awaited<ReturnType<Mock['doStream']>>['stream'] extends ReadableStream<infer C> ? C : never

const finish: Chunk = { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } }
const words = (type: 'text' | 'reasoning', ...deltas: readonly string[]): Chunk[] => [
  { type: `${type}-start`, id: '0' } as Chunk,
  ...deltas.map((delta): Chunk => ({ type: `${type}-delta`, id: '0', delta })),
  { type: `${type}-end`, id: '0' } as Chunk,
]

const streaming = (stream: ReadableStream<Chunk>) =>
  new MockLanguageModelV3({ doStream: async () => ({ stream }) })

describe('the middleware, of a stream', () => {
  it('keeps it whole, before its end is seen', async () => {
    const { engine, memory } = await open()
    const chunks = [...words('reasoning', 'Hm', 'm'), ...words('text', 'In Lis', 'bon.'), finish]
    const model = streaming(simulateReadableStream({ chunks, chunkDelayInMs: null, initialDelayInMs: null }))
    const { textStream } = streamText({ model: remembering(model, memory), prompt: 'Where is Mia?' })
    let text = ''
    for await (const delta of textStream) text += delta
    expect(text).toBe('In Lisbon.')
    expect(brief(await eventsOf(engine))).toEqual([
      ['message', 'user', 'Where is Mia?'],
      ['reasoning', 'assistant', 'Hmm'],
      ['message', 'assistant', 'In Lisbon.'],
    ])
  })

  it.each([
    [
      'breaks off',
      'failed',
      (controller: ReadableStreamDefaultController<Chunk>) => controller.error(new Error('cut')),
    ],
    [
      'tells an error',
      'failed',
      (controller: ReadableStreamDefaultController<Chunk>) => {
        controller.enqueue({ type: 'error', error: new Error('cut') })
        controller.close()
      },
    ],
    [
      'ends without an end',
      'failed',
      (controller: ReadableStreamDefaultController<Chunk>) => controller.close(),
    ],
  ] as const)('keeps what came where it %s', async (_, ending, stop) => {
    const { engine, memory } = await open()
    const chunks = words('text', 'In Lis').slice(0, 2)
    const model = streaming(
      new ReadableStream<Chunk>({
        pull(controller) {
          const chunk = chunks.shift()
          if (chunk === undefined) stop(controller)
          else controller.enqueue(chunk)
        },
      }),
    )
    const { stream } = await remembering(model, memory).doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Where is Mia?' }] }],
    })
    await readAll(stream).catch(() => undefined)
    expect(brief(await eventsOf(engine)).at(-1)).toEqual(['message', 'assistant', 'In Lis', ending])
  })

  it.each(['aborts', 'reads no further'])('keeps what came where whoever asked %s', async (how) => {
    const { engine, memory } = await open()
    const chunks = words('text', 'In Lis').slice(0, 2)
    const stop = new AbortController()
    const model = streaming(
      new ReadableStream<Chunk>({
        pull: (controller) => {
          const chunk = chunks.shift()
          if (chunk !== undefined) return controller.enqueue(chunk)
          // As a server's connection does.
          return new Promise((resolve) => {
            stop.signal.addEventListener('abort', () => resolve(controller.error(stop.signal.reason)))
          })
        },
      }),
    )
    const { textStream } = streamText({
      model: remembering(model, memory),
      prompt: 'Where is Mia?',
      abortSignal: stop.signal,
    })
    for await (const _ of textStream) {
      if (how === 'aborts') stop.abort()
      else break
    }
    if (how === 'reads no further') stop.abort()
    await expect
      .poll(async () => brief(await eventsOf(engine).catch(() => [])).at(-1))
      .toEqual(['message', 'assistant', 'In Lis', 'aborted'])
  })
})

async function readAll(stream: ReadableStream): Promise<void> {
  const reader = stream.getReader()
  while (!(await reader.read()).done);
}

/** What is kept beside the transcript. */
async function countsOf(memory: Memory) {
  const { items } = await memory.thoughts({})
  const { facts } = await memory.facts({})
  const { total } = await memory.recordList({})
  return { thoughts: items.length, facts: facts.length, records: total }
}
