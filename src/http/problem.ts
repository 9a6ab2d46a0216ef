import { type ErrorCode, isRetrySafe, MemoryError } from '../errors.js'

/** What can go wrong before an operation is reached, and around it. */
export type HttpCode =
  | 'unauthenticated'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'overloaded'
  | 'timed_out'
  | 'unexpected'

/** As RFC 9457 has it, with the code, the hint and whether the same request may be sent again. */
export interface Problem {
  readonly code: ErrorCode | HttpCode
  readonly message: string
  readonly hint?: string | undefined
  /** Where it is not the one of the code. */
  readonly status?: number
  /** It may go well soon, whatever the code says in general. */
  readonly isPassing?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that cannot be answered, for a reason that only HTTP knows. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** An answer that says what is wrong, and what to do. */
export function problemResponse(problem: Problem): Response {
  const body = problemBody(problem)
  return new Response(JSON.stringify(body), { status: body.status, headers: problemHeaders(problem) })
}

export function problemHeaders({
  code,
  headers,
  isPassing = isRetriedSoon.has(code),
}: Problem): Record<string, string> {
  return {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(isPassing ? { 'retry-after': '1' } : {}),
    ...headers,
  }
}

/** What stands in the answer; by itself, for a stream that has begun to answer. */
export function problemBody({ code, message, hint, isPassing = false, ...given }: Problem) {
  const { status = isPassing ? 503 : statusOf[code] } = given
  return {
    type: `urn:recollect:problem:${code}`,
    title: titles[code],
    status,
    detail: message,
    code,
    ...(hint === undefined ? {} : { hint }),
    retrySafe:
      isPassing ||
      isRetriedSoon.has(code) ||
      (Object.hasOwn(isRetrySafe, code) && isRetrySafe[code as ErrorCode]),
  }
}

/** What may be told of any error: what is none of ours may quote what was remembered. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RefusedRequest) return error.problem
  if (error instanceof MemoryError) {
    const { code, message, hint, isPassing } = error
    return { code, message, hint, ...(isPassing ? { isPassing } : {}) }
  }
  return {
    code: 'unexpected',
    message: 'this failed for a reason nobody expected',
    hint: "the server's log names it; this is a mistake in Recollect, please report it",
  }
}

/** The codes that are answered with a status, for who describes them. */
export function codesOf(status: number): Problem['code'][] {
  return (Object.keys(statusOf) as Problem['code'][]).filter((code) => statusOf[code] === status)
}

const statusOf: Readonly<Record<ErrorCode | HttpCode, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  changed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  repeated: 422,
  rate_limited: 429,
  unexpected: 500,
  store_corrupt: 500,
  store_failed: 500,
  unsupported: 501,
  index_stale: 503,
  model_unavailable: 503,
  newer_schema: 503,
  store_busy: 503,
  overloaded: 503,
  timed_out: 503,
  store_full: 507,
}

const titles: Readonly<Record<ErrorCode | HttpCode, string>> = {
  invalid_input: 'The request is not as it must be',
  unauthenticated: 'A token is needed',
  denied: 'Not allowed',
  not_found: 'Not found',
  method_not_allowed: 'Not with this method',
  conflict: 'It is not as you think it is',
  changed: 'It has changed meanwhile',
  repeated: 'This key was used for something else',
  too_large: 'Too large',
  unsupported_media_type: 'Not in this form',
  rate_limited: 'Too many requests',
  unexpected: 'A mistake of the server',
  store_corrupt: 'The store is damaged',
  store_failed: 'The store failed',
  unsupported: 'Not supported here',
  index_stale: 'The index is out of date',
  model_unavailable: 'No model answers',
  newer_schema: 'The store is newer than this program',
  store_busy: 'Others are at work',
  overloaded: 'Too much at once',
  timed_out: 'It took too long',
  store_full: 'The disk is full',
}

const isRetriedSoon: ReadonlySet<Problem['code']> = new Set(['store_busy', 'rate_limited', 'overloaded'])
