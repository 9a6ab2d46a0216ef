import { afterEach, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { MemoryError } from '../../src/errors.js'
import { fingerprintOf } from '../../src/model/embedder.js'
import { embeddingsUrl, type HttpEmbedderOptions, openHttpEmbedder } from '../../src/model/http-embedder.js'
import { type OpenAiScript, type OpenAiServer, type Reply, startOpenAi } from './openai-server.js'

const servers: OpenAiServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function start(script: OpenAiScript = {}): Promise<OpenAiServer> {
  const server = await startOpenAi(script)
  servers.push(server)
  return server
}

const slept: number[] = []
const env = {
  ...systemEnv(),
  sleep: async (ms: number) => {
    slept.push(ms)
  },
}

const open = (server: OpenAiServer, options: Partial<HttpEmbedderOptions> = {}) =>
  openHttpEmbedder({ url: server.url, model: 'bge-m3', ...options }, env)

/** The error of an embedding that a server answers so; opening it is answered as it should be. */
async function failureOf(reply: Reply, options: Partial<HttpEmbedderOptions> = {}): Promise<MemoryError> {
  const server = await start({ reply: (_, number) => (number === 0 ? undefined : reply) })
  const embedder = await open(server, options)
  try {
    await embedder.embed(['Mia moved to Lisbon'], 'passage')
  } catch (error) {
    if (error instanceof MemoryError) return error
    throw error
  }
  throw new Error('it did not fail')
}

describe('an embedder over http', () => {
  it('makes unit vectors in the order of the texts', async () => {
    const server = await start()
    const embedder = await open(server)
    const vectors = await embedder.embed(['one', 'two', 'three'], 'passage')
    const alone = await embedder.embed(['two'], 'passage')
    expect(vectors[1]).toEqual(alone[0])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    expect(await embedder.embed([], 'passage')).toEqual([])
  })

  it('learns its dimension from the server, and can ask for another', async () => {
    const server = await start({ dimensions: 12 })
    expect((await open(server)).model.dimensions).toBe(12)
    expect((await open(server, { dimensions: 5 })).model.dimensions).toBe(5)
    expect(server.asked[0]?.body).not.toHaveProperty('dimensions')
  })

  it('sends the key in the header, and none where there is none', async () => {
    const server = await start()
    await open(server, { apiKey: 'sk-secret' })
    await open(server)
    expect(server.asked.map(({ authorization }) => authorization)).toEqual(['Bearer sk-secret', undefined])
  })

  it('tells nomic-embed-text what asks and what answers, and keeps that in the fingerprint', async () => {
    const server = await start()
    const embedder = await open(server, { model: 'nomic-embed-text:latest' })
    await embedder.embed(['where?'], 'question')
    await embedder.embed(['there'], 'passage')
    expect(server.asked.slice(1).map(({ body }) => body.input)).toEqual([
      ['search_query: where?'],
      ['search_document: there'],
    ])
    expect(fingerprintOf(embedder.model)).toBe(
      'http:nomic-embed-text 8d as-served unit passages of 400 tokens, ' +
        'asked as "search_query: ", kept as "search_document: "',
    )
    expect(embedder.model.languages).toBe('english')
    expect((await open(server)).model).toMatchObject({ name: 'http:bge-m3', languages: 'all' })
  })

  it('sends many texts in several requests', async () => {
    const server = await start()
    const embedder = await open(server)
    const texts = Array.from({ length: 130 }, (_, at) => `text ${at}`)
    const vectors = await embedder.embed(texts, 'passage')
    expect(server.asked.slice(1).map(({ body }) => body.input.length)).toEqual([64, 64, 2])
    expect(vectors[129]).toEqual((await embedder.embed(['text 129'], 'passage'))[0])
  })

  it.each([
    ['http://127.0.0.1:1234', 'http://127.0.0.1:1234/v1/embeddings'],
    ['http://127.0.0.1:1234/v1/', 'http://127.0.0.1:1234/v1/embeddings'],
    ['https://api.example/v1/embeddings', 'https://api.example/v1/embeddings'],
    ['https://api.example/openai/x?api-version=2', 'https://api.example/openai/x/embeddings?api-version=2'],
  ])('finds the embeddings of %s', (configured, url) => {
    expect(embeddingsUrl(configured).href).toBe(url)
  })
})

describe('a server that refuses', () => {
  it.each([
    [
      'a text of too many tokens',
      400,
      { error: { message: "maximum context length is 8192 tokens: 'Mia'" } },
    ],
    ['a request of too many bytes', 413, 'Payload Too Large'],
    ['a batch (text-embeddings-inference)', 422, { error: 'batch size 64 > maximum allowed batch size 32' }],
    ['an input that is too large (llama.cpp)', 500, { error: { message: 'input is too large to process' } }],
    [
      'an input beyond the context (Ollama)',
      400,
      { error: { message: 'the input length exceeds the context' } },
    ],
  ])('%s is too large', async (_, status, body) => {
    const error = await failureOf({ status, body })
    expect(error).toMatchObject({ code: 'too_large', message: expect.not.stringContaining('Mia') })
  })

  it.each([
    ['the key', 401, { error: { message: 'Incorrect API key provided: sk-secret' } }, 'API_KEY'],
    ['the key', 403, 'Forbidden', 'API_KEY'],
    ['the key', 400, { error: 'invalid token sk-secret' }, 'API_KEY'],
    [
      'the model (Ollama)',
      404,
      { error: { message: 'model "bge-m3" not found, try pulling it' } },
      'ollama pull',
    ],
    ['the model (LM Studio)', 400, { error: 'No models loaded. Please load one' }, 'load the model'],
    ['the address', 404, '404 page not found', 'EMBEDDER_URL'],
    ['more for now', 429, { error: { message: 'slow down' } }, 'wait'],
    ['more at all', 429, { error: { code: 'insufficient_quota' } }, 'plan'],
    ['to work', 500, { error: 'CUDA out of memory for "Mia moved to Lisbon"' }, 'log'],
    ['to work', 502, '<html>Bad Gateway</html>', 'log'],
    ['to stay', 302, '', 'address'],
  ])('%s says what to do (%i)', async (_, status, body, hint) => {
    const headers = status === 302 ? { location: 'http://127.0.0.1:9/v1/embeddings' } : {}
    const error = await failureOf({ status, body, headers }, { apiKey: 'sk-secret' })
    expect(error).toMatchObject({ code: 'model_unavailable', hint: expect.stringContaining(hint) })
    expect(JSON.stringify([error.message, error.hint, error.cause ?? null])).not.toMatch(/secret|Mia|Lisbon/)
  })

  it('texts for their length lets shorter ones through', async () => {
    const embedder = await open(await start({ maxChars: 20 }))
    await expect(embedder.embed(['short', 'x'.repeat(30)], 'passage')).rejects.toMatchObject({
      code: 'too_large',
    })
    expect(await embedder.embed(['short'], 'passage')).toHaveLength(1)
  })
})

describe('a server that is busy', () => {
  it('is asked again when it said when', async () => {
    slept.length = 0
    const server = await start({
      reply: (_, number) =>
        number < 2 ? { status: 429 + 74 * number, headers: { 'retry-after': '2' } } : undefined,
    })
    await open(server)
    expect(server.asked).toHaveLength(3)
    expect(slept).toEqual([2_000, 2_000])
  })

  it.each([
    ['too long a wait', { 'retry-after': '3600' }, 1],
    ['no time at all', {}, 1],
    ['nonsense', { 'retry-after': 'soon' }, 1],
    ['the same each time', { 'retry-after': '0' }, 3],
  ])('is left alone where it answers %s', async (_, headers, requests) => {
    const server = await start({ reply: () => ({ status: 503, headers }) })
    await expect(open(server)).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(server.asked).toHaveLength(requests)
  })

  it('is not waited for longer than the time limit', async () => {
    const server = await start({ reply: () => 'hang' })
    await expect(open(server, { timeoutMs: 30 })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('within 30 ms'),
    })
  })

  it('is not waited for any longer when the call is aborted, or the embedder closed', async () => {
    const server = await start({ reply: (_, number) => (number === 0 ? undefined : 'hang') })
    const embedder = await open(server)
    const controller = new AbortController()
    server.onAsked = () => controller.abort(new Error('enough'))
    await expect(embedder.embed(['a'], 'question', controller.signal)).rejects.toThrow('enough')
    server.onAsked = () => void embedder.close()
    await expect(embedder.embed(['a'], 'question')).rejects.toMatchObject({ code: 'model_unavailable' })
    await expect(embedder.embed(['a'], 'question')).rejects.toThrow('closed')
  })
})

describe('a server that answers nonsense', () => {
  const vector = { embedding: [1, 2, 3, 4, 5, 6, 7, 8], index: 0 }
  it.each([
    ['no JSON', '<html>'],
    ['no data', { ok: true }],
    ['null', 'null'],
    ['nothing', { data: [] }],
    ['one vector too many', { data: [vector, vector] }],
    ['null for an entry', { data: [null] }],
    ['no vector', { data: [{ index: 0 }] }],
    ['base64', { data: [{ index: 0, embedding: 'AACAPw==' }] }],
    ['an empty vector', { data: [{ index: 0, embedding: [] }] }],
    ['what is no number', { data: [{ index: 0, embedding: [1, null] }] }],
    ['infinity', '{"data":[{"index":0,"embedding":[1e999]}]}'],
    ['zeros', { data: [{ index: 0, embedding: [0, 0] }] }],
    ['an unknown index', { data: [{ ...vector, index: 7 }] }],
    ['half an index', { data: [{ ...vector, index: 0.5 }] }],
    ['another dimension', { data: [{ index: 0, embedding: [1, 2] }] }],
  ])('is refused: %s', async (_, body) => {
    expect(await failureOf({ status: 200, body })).toMatchObject({ code: 'model_unavailable' })
  })

  it('is refused: the same index twice', async () => {
    const server = await start({
      reply: (_, number) => (number === 0 ? undefined : { status: 200, body: { data: [vector, vector] } }),
    })
    const embedder = await open(server)
    await expect(embedder.embed(['a', 'b'], 'passage')).rejects.toThrow('twice')
  })

  it('is not read to an end that never comes', async () => {
    const error = await failureOf({ status: 200, body: ' '.repeat(1_200_000) })
    expect(error.message).toContain('bytes')
  })

  it('is told by its code when the connection breaks', async () => {
    const error = await failureOf('break off')
    expect(error).toMatchObject({ code: 'model_unavailable', message: expect.stringMatching(/\([\w ]+\)$/) })
    const gone = await start()
    await gone.close()
    await expect(open(gone)).rejects.toThrow('ECONNREFUSED')
  })
})
