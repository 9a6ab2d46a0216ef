import { MemoryError } from '../errors.js'

export interface PostRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** None: a GET. */
  readonly body?: string
  /** Of the answer; beyond them it is given up. */
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signals: readonly AbortSignal[]
  /** How errors name the server. */
  readonly server: string
}

export interface Answer {
  readonly status: number
  readonly body: string
  readonly retryAfter: string | undefined
}

/**
 * One request over HTTP, bounded in time and size. A redirect is refused: key and texts go where they were configured
 * to go. Throws `model_unavailable`, or the reason of the signal that was aborted; what failed is told by its code
 * alone, because messages of the network may quote headers; it is the cause of the error, or `late` or `oversized`.
 */
export async function post(request: PostRequest): Promise<Answer> {
  const { url, headers, body, maxBytes, timeoutMs, signals, server } = request
  const controller = new AbortController()
  const stops = signals.map((signal) => {
    const stop = () => controller.abort(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
    return () => signal.removeEventListener('abort', stop)
  })
  const timer = setTimeout(() => controller.abort(late(server, timeoutMs)), timeoutMs)
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: controller.signal,
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    return {
      status: response.status,
      body: await textOf(response, maxBytes, server),
      retryAfter: response.headers.get('retry-after') ?? undefined,
    }
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (error instanceof MemoryError) throw error
    throw new MemoryError(
      'model_unavailable',
      `no answer from ${server} (${codeOf(error)})`,
      'is the server running, and the address right? check RECOLLECT_EMBEDDER_URL',
      { cause: codeOf(error) },
    )
  } finally {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

async function textOf(response: Response, maxBytes: number, server: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw new MemoryError(
        'model_unavailable',
        `${server} answered more than ${maxBytes} bytes`,
        'is it a server of embeddings? check RECOLLECT_EMBEDDER_URL',
        { cause: 'oversized' },
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function late(server: string, timeoutMs: number): MemoryError {
  return new MemoryError(
    'model_unavailable',
    `no answer from ${server} within ${timeoutMs} ms`,
    'is the server busy, or loading its model? try again',
    { cause: 'late' },
  )
}

function codeOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown }
  const { code, message } = Object(cause ?? error) as { code?: unknown; message?: unknown }
  // A port that no request may go to has no code.
  if (message === BAD_PORT) return BAD_PORT
  return typeof code === 'string' ? code : 'connection failed'
}

const BAD_PORT = 'bad port'
