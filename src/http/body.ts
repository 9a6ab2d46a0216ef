import { MemoryError } from '../errors.js'
import { RefusedRequest } from './problem.js'

/** The whole body as text. Throws `too_large` as soon as it is known to be longer, `invalid_input` for what is no UTF-8. */
export async function textBody(request: Request, maxBytes: number): Promise<string> {
  const bytes = await wholeBody(request, maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new MemoryError('invalid_input', 'the body is no UTF-8', 'send text in UTF-8')
  }
}

/** The body as it comes. Ends with `too_large` where it goes on past the bound, and as soon as nobody wants it any more. */
export async function* streamedBody(
  request: Request,
  maxBytes: number,
  signal = request.signal,
): AsyncGenerator<Uint8Array> {
  refuseLonger(declaredLength(request), maxBytes)
  let length = 0
  for await (const piece of whole(untilAborted(request.body, signal))) {
    length += piece.byteLength
    refuseLonger(length, maxBytes)
    yield piece
  }
}

/** The same request, whose body ends with an error where it goes on past the bound: for what reads it by itself. */
export function boundedRequest(request: Request, maxBytes: number, signal: AbortSignal): Request {
  const { url, method, headers } = request
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal })
  refuseLonger(declaredLength(request), maxBytes)
  const body = ReadableStream.from(streamedBody(request, maxBytes)) as ReadableStream<Uint8Array>
  return new Request(url, { method, headers, signal, body, duplex: 'half' })
}

async function wholeBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = declaredLength(request)
  refuseLonger(declared, maxBytes)
  // No more can come than was declared, and reading it whole is several times as fast.
  if (declared !== undefined) return new Uint8Array(await request.arrayBuffer().catch(wasCut))
  const pieces: Uint8Array[] = []
  for await (const piece of streamedBody(request, maxBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    wasCut()
  }
}

/** Waits no longer for what its sender holds back. */
async function* untilAborted(body: Request['body'], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  const stop = () => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const piece = await reader?.read()
      signal.throwIfAborted()
      if (piece?.value === undefined) return
      yield piece.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Its sender has left, or was too slow. */
function wasCut(): never {
  throw new MemoryError('invalid_input', 'the body ended before it was whole', 'send it again')
}

function declaredLength({ headers }: Request): number | undefined {
  const declared = headers.get('content-length')
  return declared === null || headers.has('transfer-encoding') ? undefined : Number(declared)
}

function refuseLonger(length: number | undefined, maxBytes: number): void {
  if (length === undefined || length <= maxBytes) return
  throw new RefusedRequest({
    code: 'too_large',
    message: `the body is longer than ${maxBytes} bytes, the most that is taken here`,
    hint: 'send it in parts',
    // What follows would be read only to be thrown away.
    headers: { connection: 'close' },
  })
}
