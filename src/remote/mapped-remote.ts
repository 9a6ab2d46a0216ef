import { askHttp } from './ask-http.js'
import type { HttpPlace } from './recollect-remote.js'
import { RemoteFailure, type RemoteOptions } from './remote-provider.js'

/** How a service of another make is asked: its address with `{question}` and `{limit}`, and where its answer says what. */
export interface RemoteMapping {
  /** Behind the origin; what is put into it is escaped. */
  readonly template: string
  /** A JSON value, in whose strings `{question}` and `{limit}` stand for what they say: then it is a POST. */
  readonly body?: unknown
  /** Dotted names: `data.results`. Empty: the answer itself is the list. */
  readonly list: string
  readonly text: string
  readonly id?: string | undefined
  readonly at?: string | undefined
  readonly score?: string | undefined
}

export async function recallMapped(
  { url, token, timeoutMs }: HttpPlace,
  mapping: RemoteMapping,
  question: string,
  { limit, signal }: RemoteOptions,
): Promise<unknown> {
  const { template, body } = mapping
  const path = filled(template, encodeURIComponent(question.toWellFormed()), String(limit))
  const target = new URL(path, url.origin)
  // A template decides on the path alone.
  if (target.origin !== url.origin) throw new RemoteFailure('its address leads elsewhere')
  const answer = await askHttp({
    url: target,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(filledIn(body, question, limit)) }),
    timeoutMs,
    signal,
  })
  const list = valueAt(answer, mapping.list)
  if (!Array.isArray(list)) return undefined
  return list.map((one) => ({
    text: valueAt(one, mapping.text),
    ...(mapping.id === undefined ? {} : { id: valueAt(one, mapping.id) }),
    ...(mapping.at === undefined ? {} : { at: valueAt(one, mapping.at) }),
    ...(mapping.score === undefined ? {} : { score: valueAt(one, mapping.score) }),
  }))
}

function filled(template: string, question: string, limit: string): string {
  return template.replace(/\{(question|limit)\}/g, (_, name) => (name === 'question' ? question : limit))
}

/** `"{limit}"` alone becomes the number. */
function filledIn(value: unknown, question: string, limit: number): unknown {
  if (value === '{limit}') return limit
  if (typeof value === 'string') return filled(value, question, String(limit))
  if (Array.isArray(value)) return value.map((one) => filledIn(one, question, limit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, filledIn(one, question, limit)]),
  )
}

/** Only through what values have themselves. */
function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = Reflect.get(at, name)
  }
  return at
}
