import { signal } from '@preact/signals'
import type { InputOf, OperationName, OutputOf } from './operation-types.js'
import { asProblem, Problem, problemOf } from './problem.js'
import { readEventStream } from './read-event-stream.js'
import { sessionHeaders, signOut, token } from './session.js'

export interface CallProgress {
  readonly done: number
  readonly unit: string
  readonly total?: number
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Asks for progress while the work goes on. */
  readonly onProgress?: (progress: CallProgress) => void
}

/** Whether the last call got an answer at all. */
export const isReachable = signal(true)

/** Performs one operation: `await call('memory.get', { id })`. Throws a `Problem`. */
export async function call<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { signal: abort, onProgress }: CallOptions = {},
): Promise<OutputOf<N>> {
  const response = await send(pathOf(name), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: onProgress === undefined ? 'application/json' : 'text/event-stream',
    },
    body: JSON.stringify(input),
    ...(abort === undefined ? {} : { signal: abort }),
  })
  if (onProgress === undefined || !isEventStream(response)) return (await response.json()) as OutputOf<N>
  return (await resultOf(response, onProgress)) as OutputOf<N>
}

/** One request with the session's headers; answers only what succeeded. Also for files: uploads and downloads. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, {
      ...init,
      headers: { ...sessionHeaders(), ...(init.headers as Record<string, string> | undefined) },
      cache: 'no-store',
      credentials: 'omit',
    })
  } catch (error) {
    const problem = asProblem(error)
    if (problem.code === 'unreachable') isReachable.value = false
    throw problem
  }
  isReachable.value = true
  if (response.ok) return response
  const problem = await problemOf(response)
  if (problem.status === 401 && token.value !== null) {
    // A key that was good; the token of the owner is another after each start of the server.
    signOut({ isRevoked: token.value.startsWith('rk_') })
  }
  throw problem
}

/** Where an operation is asked: `memory.search` at `/api/v1/memory/search`. */
export function pathOf(name: string): string {
  return `/api/v1/${name.replaceAll('.', '/')}`
}

function isEventStream(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/event-stream') === true
}

async function resultOf(response: Response, onProgress: (progress: CallProgress) => void): Promise<unknown> {
  for await (const { event, data } of readEventStream(response)) {
    const told = JSON.parse(data)
    if (event === 'progress') onProgress(told)
    if (event === 'result') return told
    if (event === 'problem' || event === 'error') {
      throw new Problem({ ...told, message: told.detail ?? told.title, isRetrySafe: told.retrySafe === true })
    }
  }
  throw new Problem({ status: 0, code: 'unreachable', message: 'the answer broke off', isRetrySafe: false })
}
