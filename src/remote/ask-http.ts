import { MemoryError } from '../errors.js'
import { post } from '../model/post.js'
import { RemoteFailure } from './remote-provider.js'

export interface HttpAsk {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** None: a GET. */
  readonly body?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** One request for JSON, bounded in time and size, that follows no redirect. Throws {@link RemoteFailure}. */
export async function askHttp({ body, signal, ...request }: HttpAsk): Promise<unknown> {
  const { status, body: text } = await answered(request, body, signal)
  if (status >= 300 && status < 400)
    throw new RemoteFailure('it sends its callers elsewhere, and is not followed')
  if (status === 401 || status === 403) throw new RemoteFailure(`it refuses the token (${status})`)
  if (status !== 200) throw new RemoteFailure(`it answered with status ${status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new RemoteFailure('its answer is no JSON')
  }
}

async function answered(
  request: Omit<HttpAsk, 'body' | 'signal'>,
  body: string | undefined,
  signal: AbortSignal,
) {
  try {
    return await post({
      ...request,
      ...(body === undefined ? {} : { body }),
      signals: [signal],
      maxBytes: ANSWER_MAX_BYTES,
      server: request.url.host,
    })
  } catch (error) {
    signal.throwIfAborted()
    throw new RemoteFailure(problemOf(error, request.timeoutMs))
  }
}

function problemOf(error: unknown, timeoutMs: number): string {
  const cause = error instanceof MemoryError ? error.cause : undefined
  if (cause === 'late') return `no answer within ${timeoutMs} ms`
  if (cause === 'oversized') return `its answer is larger than ${ANSWER_MAX_BYTES} bytes`
  return typeof cause === 'string' ? `no answer (${cause})` : 'no answer'
}

const ANSWER_MAX_BYTES = 1_000_000
