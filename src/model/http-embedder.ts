import type { Env } from '../clock.js'
import { MemoryError } from '../errors.js'
import type { EmbeddedAs, Embedder, EmbeddingModel } from './embedder.js'
import { refusalOf } from './http-refusal.js'
import { habitsOf } from './known-models.js'
import { type Answer, post } from './post.js'
import { unitVectorsOf } from './unit-vectors.js'

/** A server that speaks OpenAI's `/v1/embeddings`: OpenAI, Ollama, LM Studio, llama.cpp, vLLM. */
export interface HttpEmbedderOptions {
  /** Up to and with `/v1`; without a path that is added. */
  readonly url: string
  readonly model: string
  readonly apiKey?: string
  /** Asks for shorter vectors, of models that can shorten them. Default: what the model gives. */
  readonly dimensions?: number
  /** Longest passage, in estimated tokens. Default 400: many models read 512 of their own. */
  readonly maxTokens?: number
  /** Default: what is known of the model, else `all`. */
  readonly languages?: 'all' | 'english'
  /** For one request, in milliseconds. Default 60,000: a server may load its model first. */
  readonly timeoutMs?: number
}

/**
 * Opens it by embedding one word: this tells the dimension, and that address, key and model are right. Throws
 * `model_unavailable` where it does not answer so.
 *
 * @example
 * const embedder = await openHttpEmbedder({ url: 'http://127.0.0.1:1234', model: 'bge-m3' }, systemEnv())
 */
export async function openHttpEmbedder(
  options: HttpEmbedderOptions,
  env: Pick<Env, 'now' | 'sleep'>,
  signal?: AbortSignal,
): Promise<Embedder> {
  const { model, apiKey, dimensions, maxTokens = MAX_TOKENS, timeoutMs = TIMEOUT_MS } = options
  const habits = habitsOf(model)
  const url = embeddingsUrl(options.url)
  const server = `${url.origin}${url.pathname}`
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  }
  const closing = new AbortController()

  async function request(input: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const body = JSON.stringify({ model, input, ...(dimensions === undefined ? {} : { dimensions }) })
    const maxBytes = ANSWER_BYTES + input.length * VECTOR_BYTES
    const signals = signal === undefined ? [closing.signal] : [closing.signal, signal]
    let answer: Answer | undefined
    for (let attempt = 0; answer === undefined; attempt++) {
      const got = await post({ url, headers, body, maxBytes, timeoutMs, signals, server })
      const waitMs = attempt < RETRIES ? retryAfter(got, env.now()) : undefined
      if (waitMs === undefined) answer = got
      else await Promise.race([env.sleep(waitMs), ...signals.map(aborted)])
    }
    if (answer.status !== 200) throw refusalOf(answer.status, answer.body, server, model)
    return unitVectorsOf(answer.body, input.length, `${model} at ${server}`)
  }

  const [probe] = await request([`${habits.passage}dimension`], signal)
  const found: EmbeddingModel = {
    name: `http:${nameOf(model)}`,
    dimensions: probe?.length ?? 0,
    pooling: 'as-served',
    preparation: [
      `passages of ${maxTokens} tokens`,
      ...(habits.question === '' ? [] : [`asked as "${habits.question}"`]),
      ...(habits.passage === '' ? [] : [`kept as "${habits.passage}"`]),
    ].join(', '),
    maxTokens,
    languages: options.languages ?? habits.languages,
  }

  return {
    model: found,
    embed: async (texts: readonly string[], as: EmbeddedAs, signal?: AbortSignal) => {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
        const some = texts.slice(at, at + TEXTS_AT_ONCE).map((text) => habits[as] + text)
        vectors.push(...(await request(some, signal)))
      }
      if (vectors.some(({ length }) => length !== found.dimensions)) {
        throw new MemoryError(
          'model_unavailable',
          `${model} at ${server} answered vectors of another dimension than ${found.dimensions}`,
          'was the model behind this name changed? then open the store again',
        )
      }
      return vectors
    },
    close: async () => closing.abort(closed(server)),
  }
}

const MAX_TOKENS = 400
const TIMEOUT_MS = 60_000
/** OpenAI takes 2,048, other servers 32 or what fits their memory: more are refused, and then halved by who asks. */
const TEXTS_AT_ONCE = 64
/** Of an answer: 4,096 numbers of 24 characters a vector, and what is around them. */
const VECTOR_BYTES = 100_000
const ANSWER_BYTES = 1_000_000
const RETRIES = 2
const LONGEST_WAIT_MS = 10_000

/** Where embeddings are asked for. What is configured may end before or behind `/v1`, or behind all of it. */
export function embeddingsUrl(configured: string): URL {
  const url = new URL(configured)
  const path = url.pathname.replace(/\/$/, '')
  if (path === '') url.pathname = '/v1/embeddings'
  else if (!path.endsWith('/embeddings')) url.pathname = `${path}/embeddings`
  return url
}

/** The same model under every spelling that a server gives it by itself. */
function nameOf(model: string): string {
  return model.replace(/:latest$/, '')
}

/** A server that is busy and says until when is asked again; embedding twice does no harm. */
function retryAfter({ status, retryAfter }: Answer, now: number): number | undefined {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return undefined
  const seconds = Number(retryAfter)
  const waitMs = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1_000
  return waitMs >= 0 && waitMs <= LONGEST_WAIT_MS ? waitMs : undefined
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

const closed = (server: string) =>
  new MemoryError('model_unavailable', `the embedder at ${server} is closed`, 'open the store again')
