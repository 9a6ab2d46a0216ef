import { MemoryError } from '../../../errors.js'
import { type Answer, post } from '../../post.js'
import { type ChatReply, type ChatRequest, ModelFailure } from '../chat-model.js'
import { type ChatEndpoint, KEY_NAMES } from '../chat-setting.js'
import { boundSchema } from './bound-schema.js'

/** What is needed of an AI SDK model: the provider packages type the rest. */
export interface Generates {
  doGenerate(options: {
    prompt: [{ role: 'system'; content: string }, { role: 'user'; content: [{ type: 'text'; text: string }] }]
    maxOutputTokens: number
    abortSignal: AbortSignal
    responseFormat?: { type: 'json'; schema: Readonly<Record<string, unknown>>; name: string }
    providerOptions?: Record<string, Record<string, string | boolean>>
  }): PromiseLike<Generated>
}

interface Generated {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly finishReason: { readonly unified: string }
  readonly usage: {
    readonly inputTokens: { readonly total: number | undefined }
    readonly outputTokens: { readonly total: number | undefined }
    readonly raw?: unknown
  }
}

export interface Ask {
  readonly endpoint: ChatEndpoint
  readonly request: ChatRequest
  /** Whether the server is asked to bind the answer to the schema, instead of being told it in words. */
  readonly isBound: boolean
  now(): number
  /** Makes the model of one call, on the `fetch` given: it is bounded, and follows nothing. */
  connect(fetch: typeof globalThis.fetch): Generates
}

export type Asked = { readonly reply: ChatReply } | 'refuses the schema'

/** One request to a server. Throws {@link ModelFailure}, or the reason of the aborted signal. */
export async function askServer({ endpoint, request, isBound, now, connect }: Ask): Promise<Asked> {
  const { system, prompt, maxOutputTokens, timeoutMs, signal } = request
  let answer: Answer | undefined
  const model = connect(async (url, init) => {
    answer = await post({
      url: new URL(String(url)),
      headers: init?.headers as Record<string, string>,
      body: String(init?.body),
      maxBytes: ANSWER_BYTES,
      timeoutMs,
      signals: [signal],
      server: endpoint.name,
    })
    // Some answers of HTTP have no body, and it is an error to give them one.
    return new Response(BODILESS.has(answer.status) ? null : answer.body, { status: answer.status })
  })
  const { schema, isStrict } = boundSchema(request.schema)
  try {
    const generated = await model.doGenerate({
      prompt: [
        { role: 'system', content: isBound ? system : `${system}\n\n${request.schemaInWords}` },
        { role: 'user', content: [{ type: 'text', text: prompt }] },
      ],
      maxOutputTokens,
      abortSignal: signal,
      ...(isBound ? { responseFormat: { type: 'json', schema, name: 'answer' } } : {}),
      providerOptions: { openaiCompatible: { strictJsonSchema: isStrict } },
    })
    return { reply: replyOf(generated) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    // What the package throws holds request and answer: of it nothing is passed on.
    if (answer === undefined) throw withoutAnswer(error, endpoint.name)
    if (isBound && (answer.status === 400 || answer.status === 422)) return 'refuses the schema'
    throw refusalOf(answer, endpoint, now())
  }
}

// Far above what the longest answer takes that anyone asks for, thoughts of the model included.
const ANSWER_BYTES = 1_000_000
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

function replyOf({ content, finishReason: { unified }, usage }: Generated): ChatReply {
  const { total: inputTokens } = usage.inputTokens
  const { total: outputTokens } = usage.outputTokens
  return {
    text: content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join(''),
    ending: unified === 'length' ? 'cut' : unified === 'content-filter' ? 'refused' : 'whole',
    // A server that counts nothing is not one that used nothing.
    ...(isCount(inputTokens) && isCount(outputTokens) && inputTokens > 0
      ? { usage: { inputTokens, outputTokens } }
      : {}),
  }
}

const isCount = (tokens: number | undefined): tokens is number =>
  Number.isSafeInteger(tokens) && (tokens ?? -1) >= 0

function withoutAnswer(error: unknown, name: string): ModelFailure {
  if (!(error instanceof MemoryError))
    return new ModelFailure('unavailable', `${name} could not be asked`, UNSPENT)
  if (error.cause === 'late') return new ModelFailure('timeout', error.message)
  if (error.cause === 'oversized') return new ModelFailure('unreadable', error.message)
  const code = String(error.cause)
  return new ModelFailure('unavailable', error.message, {
    isSpent: !UNREACHED.has(code),
    // Nobody listened, so nobody has read it: a server that starts again just then is met the second time.
    ...(code === 'ECONNREFUSED' ? { retryAfterMs: REFUSED_MS } : {}),
  })
}

const UNREACHED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'bad port',
])
const UNSPENT = { isSpent: false } as const
const REFUSED_MS = 250

function refusalOf({ status, body, retryAfter }: Answer, endpoint: ChatEndpoint, now: number): ModelFailure {
  const { name } = endpoint
  if (status < 300) return new ModelFailure('unreadable', `${name}: the answer is none of a chat model`)
  const waitMs = status === 429 || status === 503 ? waitOf(retryAfter, now) : undefined
  return new ModelFailure('unavailable', `${name}: ${meaningOf(status, body, endpoint)} (${status})`, {
    ...UNSPENT,
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  })
}

/** Of what the server wrote nothing is passed on: it may quote the text, or the key. */
function meaningOf(status: number, body: string, { provider, apiKey }: ChatEndpoint): string {
  const said = body.toLowerCase()
  if (status < 400) return 'it sends elsewhere, and key and texts go only where they were configured to go'
  if (status === 401 || status === 403) {
    const names = ['RECOLLECT_MODEL_API_KEY', KEY_NAMES[provider]]
      .filter((one) => one !== undefined)
      .join(' or ')
    return apiKey === undefined ? `it wants a key: set ${names}` : `the key is refused: check ${names}`
  }
  if (status === 404) return 'no such model or address; check RECOLLECT_MODEL (Ollama: ollama pull MODEL)'
  if (status === 402 || (status === 429 && /quota|billing|credit/.test(said)))
    return 'the account has nothing left'
  if (status === 429) return 'too many requests'
  if (status === 413 || /context|too long|maximum/.test(said)) return 'the request is too long for the model'
  return status >= 500 ? 'the server failed' : 'the request is refused'
}

/** Seconds, or a date. */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = Number(retryAfter)
  const waitMs = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1_000
  return waitMs >= 0 ? waitMs : undefined
}
