import { type CallProgress, pathOf } from './call.js'
import type { OutputOf } from './operation-types.js'
import { Problem } from './problem.js'
import { sessionHeaders } from './session.js'

/** Operations that take a file as it is. */
type Uploading = 'memory.import' | 'memory.import_archive' | 'record.import'

export interface UploadOptions {
  readonly signal: AbortSignal
  /** Bytes that the server has taken so far. */
  readonly onBytes: (bytes: number) => void
  /** What it tells of its work, once it has all of them. */
  readonly onProgress?: (progress: CallProgress) => void
}

/**
 * Sends one file, whatever its size, with the rest of the input in the query. `fetch` tells no progress of what it sends,
 * so this asks the older way.
 */
export function upload<N extends Uploading>(
  name: N,
  body: Uint8Array | Blob,
  input: Readonly<Record<string, string | boolean>>,
  { signal, onBytes, onProgress }: UploadOptions,
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
    request.setRequestHeader('Accept', 'text/event-stream')
    request.addEventListener('progress', () => {
      const latest = lastEvent(request.responseText)
      if (latest?.event === 'progress') onProgress?.(latest.data as unknown as CallProgress)
    })
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded))
    request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
    request.addEventListener('error', () => fail('the server does not answer'))
    request.addEventListener('load', () => {
      const answer = answerOf(request)
      if (answer === undefined) fail('the answer broke off')
      else if (answer.isGood) resolve(answer.told as OutputOf<N>)
      else reject(problemTold(request.status, answer.told))
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    if (signal.aborted) return reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', stop)
    request.send(body as XMLHttpRequestBodyInit)
  })
}

interface Event {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A stream of events that ends with the result or a problem; or a problem alone, from before the work began. */
function answerOf(request: XMLHttpRequest) {
  const { status, responseText } = request
  if (request.getResponseHeader('Content-Type')?.startsWith('text/event-stream') !== true) {
    const told = parsed(responseText)
    return told && { isGood: status < 300, told }
  }
  const last = lastEvent(responseText)
  return last === undefined || last.event === 'progress'
    ? undefined
    : { isGood: last.event === 'result', told: last.data }
}

/** The latest event that has come whole. */
function lastEvent(text: string): Event | undefined {
  const end = text.lastIndexOf('\n\n')
  const begin = text.lastIndexOf('\n\n', end - 1)
  const lines = text.substring(begin === -1 ? 0 : begin + 2, end).split('\n')
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.replace(/^\w+: ?/, ''))
      .join('\n')
  const data = parsed(field('data'))
  return end === -1 || data === undefined ? undefined : { event: field('event'), data }
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
