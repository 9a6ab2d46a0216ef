import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type ChooseOptions, chooseEmbedder } from '../../src/model/choose-embedder.js'
import type { Embedder } from '../../src/model/embedder.js'
import { type EmbedderSource, isEmbedder } from '../../src/model/embedder-source.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { temporaryFolder } from '../open-spine.js'
import { type OpenAiScript, type OpenAiServer, startOpenAi } from './openai-server.js'

const engine = pathToFileURL(join(import.meta.dirname, 'scripted-engine.mjs')).href
const SCRIPTED = { packages: [engine, engine] } as const
const NOT_INSTALLED = { packages: ['@recollect/none', '@recollect/none'] } as const
/** Nobody listens there. */
const NO_OLLAMA = { OLLAMA_HOST: '127.0.0.1:9' }

const sources: EmbedderSource[] = []
const servers: OpenAiServer[] = []
afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.close()))
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

function choose(options: Partial<ChooseOptions> = {}): EmbedderSource {
  const source = chooseEmbedder({ environment: NO_OLLAMA, env: systemEnv(), packaged: SCRIPTED, ...options })
  sources.push(source)
  return source
}

async function start(script: OpenAiScript): Promise<OpenAiServer> {
  const server = await startOpenAi(script)
  servers.push(server)
  return server
}

async function embedderOf(source: EmbedderSource): Promise<Embedder> {
  const found = await source.get()
  if (!isEmbedder(found)) throw new Error(found.off)
  return found
}

const nameOf = async (source: EmbedderSource) => (await embedderOf(source)).model.name

describe('when nothing is configured', () => {
  it('an Ollama on this machine that has nomic-embed-text is used', async () => {
    const ollama = await start({ tags: ['llama3:8b', 'nomic-embed-text:v1.5', 'nomic-embed-text:latest'] })
    const source = choose({ environment: { OLLAMA_HOST: ollama.url } })
    expect(source.current()).toEqual({ state: 'not loaded' })
    expect(await nameOf(source)).toBe('http:nomic-embed-text')
    expect(ollama.asked[0]?.body.model).toBe('nomic-embed-text:latest')
    expect(source.current()).toMatchObject({ state: 'ready', model: { dimensions: 8 } })
  })

  it.each([
    ['that has it not', { tags: ['llama3:8b', 'nomic-embed-text-v2-moe:latest'] }],
    ['that is none', {}],
  ])('an Ollama %s gives way to the packaged model', async (_, script) => {
    const { url } = await start(script)
    expect(await nameOf(choose({ environment: { OLLAMA_HOST: url } }))).toBe('packaged:minilm-l6-v2')
  })

  it('another machine is never asked, whatever OLLAMA_HOST says', async () => {
    const asked: unknown[] = []
    const { fetch } = globalThis
    globalThis.fetch = async (url) => {
      asked.push(String(url))
      throw new TypeError('no network here')
    }
    try {
      for (const OLLAMA_HOST of [
        '10.1.2.3',
        'http://ollama.example:11434',
        '127.0.0.1.example',
        'ht!tp://',
        '::1',
      ]) {
        await embedderOf(choose({ environment: { OLLAMA_HOST } }))
      }
      for (const OLLAMA_HOST of ['0.0.0.0', 'localhost:11500', 'http://[::1]:4000', '127.0.0.2']) {
        await embedderOf(choose({ environment: { OLLAMA_HOST } }))
      }
    } finally {
      globalThis.fetch = fetch
    }
    expect(asked).toEqual([
      ...new Array(5).fill('http://127.0.0.1:11434/api/tags'),
      'http://127.0.0.1:11434/api/tags',
      'http://localhost:11500/api/tags',
      'http://[::1]:4000/api/tags',
      'http://127.0.0.2:11434/api/tags',
    ])
  })

  it('and there is neither, meaning is off, and what to do is said', async () => {
    const source = choose({ packaged: NOT_INSTALLED })
    const none = { off: expect.stringContaining('npm install @lat.md/embed') }
    expect(await source.get()).toEqual(none)
    expect(await source.atOnce()).toEqual(none)
    expect(source.current()).toEqual({ state: 'off', why: none.off })
  })

  it('the model of the vectors that are there is stayed with', async () => {
    const ollama = await start({ tags: ['nomic-embed-text:latest'] })
    const withOllama = { environment: { OLLAMA_HOST: ollama.url } }
    const packaged = choose({ ...withOllama, storedModel: async () => 'packaged:minilm-l6-v2 384d mean' })
    expect(await nameOf(packaged)).toBe('packaged:minilm-l6-v2')
    const nomic = async () => 'http:nomic-embed-text 8d'
    expect(await nameOf(choose({ ...withOllama, storedModel: nomic }))).toBe('http:nomic-embed-text')
    expect(await choose({ storedModel: nomic }).get()).toEqual({
      off: expect.stringContaining('start Ollama'),
    })
  })
})

describe('what is configured', () => {
  it('is used: a server, and nothing beside it', async () => {
    const server = await start({ tags: ['nomic-embed-text:latest'] })
    const source = choose({
      environment: {
        RECOLLECT_EMBEDDER: 'http',
        RECOLLECT_EMBEDDER_URL: server.url,
        RECOLLECT_EMBEDDER_MODEL: 'bge-m3',
        RECOLLECT_EMBEDDER_API_KEY: 'sk-secret',
      },
    })
    expect(await nameOf(source)).toBe('http:bge-m3')
    expect(server.asked[0]?.authorization).toBe('Bearer sk-secret')
  })

  it('is used: an embedder of the program, which stays open', async () => {
    let closed = 0
    const own = { ...createHashEmbedder(), close: async () => void closed++ }
    const source = choose({ setting: own })
    expect(await source.get()).toBe(own)
    await source.close()
    expect(closed).toBe(0)
  })

  it('is off', async () => {
    const source = choose({ setting: 'off' })
    expect(source.current()).toMatchObject({ state: 'off' })
    expect(await source.get()).toEqual({ off: 'embeddings are switched off' })
  })

  it('is refused at once where it makes no sense', () => {
    expect(() => choose({ environment: { RECOLLECT_EMBEDDER: 'cloud' } })).toThrow('RECOLLECT_EMBEDDER')
  })

  it('is the packaged model, known before it is loaded', async () => {
    const source = choose({ setting: 'packaged' })
    expect(source.current()).toMatchObject({ state: 'not loaded', model: { name: 'packaged:minilm-l6-v2' } })
  })
})

describe('a search', () => {
  it('does not wait for a model that is being loaded', async () => {
    const source = choose({ setting: 'packaged' })
    expect(await source.atOnce()).toEqual({ off: 'the model is being loaded: ask again in a moment' })
    expect(source.current()).toMatchObject({ state: 'loading' })
    expect(await source.atOnce()).toEqual({ off: 'the model is being loaded: ask again in a moment' })
    const embedder = await embedderOf(source)
    expect(await source.atOnce()).toBe(embedder)
  })

  it('waits for a server as long as it wants, once', async () => {
    let release: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = await start({})
    const controller = new AbortController()
    const { fetch } = globalThis
    globalThis.fetch = async (...request) => {
      controller.abort()
      await isHeld
      return fetch(...request)
    }
    try {
      const source = choose({ setting: { url: server.url, model: 'bge-m3' } })
      const late = { off: 'the embedder has not answered yet' }
      expect(await source.atOnce(controller.signal)).toEqual(late)
      expect(await source.atOnce()).toEqual(late)
      release()
      const embedder = await source.get()
      expect(isEmbedder(embedder)).toBe(true)
      expect(await source.atOnce()).toBe(embedder)
    } finally {
      globalThis.fetch = fetch
    }
  })

  it('hears why there is none, and the server is left alone for a while', async () => {
    let now = 0
    const server = await start({ reply: () => ({ status: 401 }) })
    const source = choose({
      setting: { url: server.url, model: 'bge-m3' },
      env: { ...systemEnv(), now: () => now },
    })
    const why = { off: expect.stringContaining('the key is refused') }
    expect(await source.atOnce()).toEqual(why)
    expect(await source.atOnce()).toEqual(why)
    expect(server.asked).toHaveLength(1)
    expect(source.current()).toEqual({ state: 'not loaded', why: why.off })
    now = 30_000
    expect(await source.atOnce()).toEqual(why)
    expect(server.asked).toHaveLength(2)
    await expect(source.get()).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(server.asked).toHaveLength(3)
  })

  it('that is aborted leaves the loading to others', async () => {
    const source = choose({ setting: 'packaged' })
    const controller = new AbortController()
    const aborted = source.get(controller.signal)
    const waits = source.get()
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect(isEmbedder(await waits)).toBe(true)
  })
})

describe('two processes of one store', () => {
  const socketOf = (home: string) => join(home, 'embedder.sock')

  it('load one model: the second uses that of the first', async () => {
    const home = await temporaryFolder()
    const first = choose({ home, setting: 'packaged' })
    await (await embedderOf(first)).embed(['one', 'two'], 'passage')
    await untilShared(home)
    const second = choose({ home })
    // Its turn in the engine of the first.
    const [vector] = await (await embedderOf(second)).embed(['three'], 'passage')
    expect(vector?.[0]).toBe(4)
  })

  it('go on when the first is gone: the next loads its own, and offers that', async () => {
    const home = await temporaryFolder()
    const first = choose({ home, setting: 'packaged' })
    await embedderOf(first)
    await untilShared(home)
    const second = choose({ home, setting: 'packaged' })
    const third = choose({ home, setting: 'shared' })
    const before = await embedderOf(second)
    const briefly = await embedderOf(third)
    await first.close()
    for (const gone of [before, briefly]) {
      await expect(gone.embed(['a'], 'question')).rejects.toMatchObject({ code: 'model_unavailable' })
    }
    expect(await third.get()).toEqual({ off: expect.stringContaining('not loaded') })
    const [vector] = await (await embedderOf(second)).embed(['a'], 'question')
    expect(vector?.[0]).toBe(2)
    await untilShared(home)
    expect(await nameOf(third)).toBe('packaged:minilm-l6-v2')
  })

  it('share no other model than the one that is wanted', async () => {
    const home = await temporaryFolder()
    await embedderOf(choose({ home, setting: createHashEmbedder() }))
    await untilShared(home)
    expect(await nameOf(choose({ home, setting: 'packaged' }))).toBe('packaged:minilm-l6-v2')
    expect(await nameOf(choose({ home, setting: 'shared' }))).toBe('test:hash')
  })

  it('find the socket gone as soon as the model is', async () => {
    const home = await temporaryFolder()
    const source = choose({ home, setting: 'packaged' })
    const embedder = await embedderOf(source)
    await untilShared(home)
    const shared = await embedderOf(choose({ home, setting: 'shared' }))
    await expect(embedder.embed(['die'], 'passage')).rejects.toMatchObject({ code: 'model_unavailable' })
    await expect(shared.embed(['a'], 'passage')).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(source.current()).toMatchObject({ state: 'not loaded' })
    await source.close()
    expect(existsSync(socketOf(home))).toBe(false)
  })

  it('are brief: such a one loads nothing and offers nothing', async () => {
    const home = await temporaryFolder()
    for (const setting of [undefined, 'packaged', 'auto'] as const) {
      const brief = choose({ home, setting, isBrief: true })
      expect(await brief.atOnce()).toEqual({ off: expect.stringContaining('not loaded') })
      expect(await brief.get()).toEqual({ off: expect.stringContaining('not loaded') })
    }
    const server = await start({})
    const brief = choose({ home, setting: { url: server.url, model: 'bge-m3' }, isBrief: true })
    expect(isEmbedder(await brief.atOnce())).toBe(true)
    expect(existsSync(socketOf(home))).toBe(false)
    await embedderOf(choose({ home, setting: 'packaged' }))
    await untilShared(home)
    expect(await nameOf(choose({ home, isBrief: true }))).toBe('packaged:minilm-l6-v2')
  })

  /** Offering is not waited for by whoever embeds. */
  async function untilShared(home: string): Promise<void> {
    const source = chooseEmbedder({ environment: {}, env: systemEnv(), home, setting: 'shared' })
    while (!isEmbedder(await source.get())) await new Promise((resolve) => setImmediate(resolve))
    await source.close()
  }
})

describe('a closed source', () => {
  it('has nothing, and rejects what waits', async () => {
    const source = choose({ setting: 'packaged' })
    const waits = source.get()
    const settled = expect(waits).rejects.toMatchObject({ code: 'model_unavailable' })
    await source.close()
    await settled
    const closed = { off: 'the memory was closed' }
    expect(await source.get()).toEqual(closed)
    expect(await source.atOnce()).toEqual(closed)
    expect(source.current()).toEqual({ state: 'off', why: closed.off })
    await source.close()
  })

  it('waits no longer for a server', async () => {
    const server = await start({ reply: () => 'hang' })
    const isAsked = new Promise<void>((resolve) => {
      server.onAsked = () => resolve()
    })
    const source = choose({ setting: { url: server.url, model: 'bge-m3' } })
    const waits = expect(source.get()).rejects.toMatchObject({ code: 'model_unavailable' })
    await isAsked
    await source.close()
    await waits
  })
})
