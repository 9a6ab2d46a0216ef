import { MemoryError } from '../../../errors.js'
import { type Answer, post } from '../../post.js'
import { ModelFailure } from '../chat-model.js'
import { type ChatEndpoint, KEY_NAMES } from '../chat-setting.js'

/** What a package of a provider speaks with a server through, one request at a time. */
export interface ServerCall {
  /** Bounded in time and size; follows nothing. */
  readonly fetch: typeof globalThis.fetch
  /** The status of what the server answered; undefined where it did not. */
  status(): number | undefined
  /**
   * What the package threw, as a failure; or the reason of the aborted signal. The error holds request and answer: of it
   * nothing is passed on.
   */
  failureOf(error: unknown): unknown
}

export interface ServerCallOptions {
  readonly endpoint: ChatEndpoint
  readonly timeoutMs: number
  readonly signal: AbortSignal
  now(): number
}

export function serverCall({ endpoint, timeoutMs, signal, now }: ServerCallOptions): ServerCall {
  let answer: Answer | undefined
  return {
    fetch: async (url, init) => {
      answer = undefined
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
    },
    status: () => answer?.status,
    failureOf: (error) => {
      if (signal.aborted) return signal.reason
      return answer === undefined ? withoutAnswer(error, endpoint.name) : refusalOf(answer, endpoint, now())
    },
  }
}

// Far above what the longest answer takes that anyone asks for, thoughts of the model included.
const ANSWER_BYTES = 1_000_000
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

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
