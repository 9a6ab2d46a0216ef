import { z } from 'zod'
import { MemoryError } from '../errors.js'
import type { Operation } from '../operations/operation.js'
import { streamedBody, textBody } from './body.js'
import { RefusedRequest } from './problem.js'
import { inside, queryInput } from './query-input.js'
import type { RouteCall } from './route.js'

/**
 * What an operation is asked with a POST: a JSON body is its input. Any other body is the one field that it streams, with the
 * rest of the input in the query.
 */
export async function bodyInput(operation: Operation, call: RouteCall): Promise<Record<string, unknown>> {
  const { request, url, limits, signal } = call
  const type = mediaType(request)
  if (type === JSON_TYPE || (type === undefined && operation.stream === undefined)) {
    if (url.search !== '') throw twice(operation)
    return withoutPaths(operation, parsedJson(operation, await textBody(request, limits.maxBodyBytes)))
  }
  if (operation.stream === undefined) throw notThisType(operation)
  const rest = queryInputOf(operation, url)
  if (Object.hasOwn(rest, operation.stream)) throw twice(operation)
  const content = isBodyStreamed(operation)
    ? streamedBody(request, limits.maxStreamBytes, signal)
    : await textBody(request, limits.maxBodyBytes)
  return { ...rest, [operation.stream]: content }
}

/** What an operation is asked with a GET. */
export function queryInputOf(operation: Operation, url: URL): Record<string, unknown> {
  return withoutPaths(operation, queryInput(operation.input, url.searchParams))
}

/** Whether it takes its body in as it comes, however long it is. */
export function isBodyStreamed({ stream, input }: Operation): boolean {
  if (stream === undefined || !(input instanceof z.ZodObject)) return false
  return inside(input.shape[stream]) instanceof z.ZodCustom
}

const JSON_TYPE = 'application/json'

/** Undefined without one, as an empty body has none. */
function mediaType({ headers }: Request): string | undefined {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() // slice-ok: a header
  return type === '' ? undefined : type
}

function parsedJson({ name }: Operation, text: string): Record<string, unknown> {
  if (text === '') return {}
  const value = readJson(name, text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new MemoryError('invalid_input', `${name}: the body is no JSON object`, 'send {"field": value, …}')
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MemoryError('invalid_input', `${name}: the body is no JSON`, 'send {"field": value, …}')
  }
}

/** A path would be one of the server's. */
function withoutPaths(
  { name, localPaths = [] }: Operation,
  input: Record<string, unknown>,
): Record<string, unknown> {
  for (const field of localPaths) {
    if (!Object.hasOwn(input, field)) continue
    throw new MemoryError(
      'invalid_input',
      `${name}: ${field} is not taken over HTTP, where it would name a file of the server`,
      'send what is in the file, as the body of a POST with another Content-Type than application/json',
    )
  }
  return input
}

function twice({ name, stream }: Operation): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${name}: the input is given in two places`,
    stream === undefined
      ? 'give all of it in the JSON body'
      : `give all of it in a JSON body; or ${stream} as the body, of another type, and the rest in the query`,
  )
}

function notThisType({ name }: Operation): RefusedRequest {
  return new RefusedRequest({
    code: 'unsupported_media_type',
    message: `${name} takes JSON`,
    hint: 'send Content-Type: application/json',
  })
}
