import { askHttp } from './ask-http.js'
import { RemoteFailure, type RemoteOptions } from './remote-provider.js'

/** Of the protocol between two Recollects (docs/remote.md). */
const REMOTE_VERSION = 1
const REMOTE_PATH = '/v1/remote/recall'

export interface HttpPlace {
  readonly url: URL
  readonly token: string | undefined
  readonly timeoutMs: number
}

/** Asks another Recollect: a question out, memories back, each with its id, kind, time and score. */
export async function recallFromRecollect(
  { url, token, timeoutMs }: HttpPlace,
  question: string,
  { kinds, limit, signal }: RemoteOptions,
): Promise<unknown> {
  const answer = await askHttp({
    url: new URL(url.pathname.replace(/\/+$/, '') + REMOTE_PATH, url.origin),
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ version: REMOTE_VERSION, question, kinds, limit }),
    timeoutMs,
    signal,
  })
  const { version, memories } = Object(answer) as { version?: unknown; memories?: unknown }
  if (version !== REMOTE_VERSION) throw new RemoteFailure('it speaks another version of the protocol')
  return memories
}
