import { pathOf } from './call.js'
import type { OutputOf } from './operation-types.js'
import { Problem } from './problem.js'
import { sessionHeaders } from './session.js'

/** Operations that take a file as it is. */
type Uploading = 'memory.import' | 'memory.import_archive' | 'record.import'

export interface UploadOptions {
  readonly signal: AbortSignal
  /** Bytes that the server has taken so far: it takes no more than it can read. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Sends one file, whatever its size, with the rest of the input in the query. `fetch` tells no progress of what it sends,
 * so this asks the older way.
 */
export function upload<N extends Uploading>(
  name: N,
  body: Uint8Array | Blob,
  input: Readonly<Record<string, string | boolean>>,
  { signal, onBytes }: UploadOptions,
): Promise<OutputOf<N>> {
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const fail = (message: string) =>
      reject(new Problem({ status: 0, code: 'unreachable', message, isRetrySafe: true }))
    request.open('POST', `${pathOf(name)}?${query}`)
    for (const [header, value] of Object.entries(sessionHeaders())) request.setRequestHeader(header, value)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded))
    request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
    request.addEventListener('error', () => fail('the server does not answer'))
    request.addEventListener('load', () => {
      const told = parsed(request.responseText)
      if (told === undefined) fail('the answer broke off')
      else if (request.status < 300) resolve(told as OutputOf<N>)
      else reject(problemTold(request.status, told))
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    if (signal.aborted) return reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', stop)
    request.send(body as XMLHttpRequestBodyInit)
  })
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemTold(status: number, told: Readonly<Record<string, unknown>>): Problem {
  const text = (key: string) => (typeof told[key] === 'string' ? (told[key] as string) : undefined)
  const hint = text('hint')
  return new Problem({
    status,
    code: text('code') ?? `http_${status}`,
    message: text('detail') ?? text('title') ?? '',
    ...(hint === undefined ? {} : { hint }),
  })
}
