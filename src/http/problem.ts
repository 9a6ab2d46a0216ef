import { type ErrorCode, isRetrySafe, MemoryError } from '../errors.js'

/** What can go wrong before an operation is reached. */
export type HttpCode =
  | 'unauthenticated'
  | 'rate_limited'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'unexpected'

/** As RFC 9457 has it, with the code, the hint and whether the same request may be sent again. */
export interface Problem {
  readonly code: ErrorCode | HttpCode
  readonly message: string
  readonly hint?: string | undefined
  /** Where it is not the one of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer that says what is wrong, and what to do. */
export function problemResponse(problem: Problem): Response {
  const body = problemBody(problem)
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'content-type': 'application/problem+json', ...RETRY[problem.code], ...problem.headers },
  })
}

/** The same, for a stream that has begun to answer. */
export function problemBody({ code, message, hint, status = statusOf[code] }: Problem) {
  return {
    type: `urn:recollect:problem:${code}`,
    title: titles[code],
    status,
    detail: message,
    code,
    ...(hint === undefined ? {} : { hint }),
    retrySafe: code in isRetrySafe ? isRetrySafe[code as ErrorCode] : code === 'rate_limited',
  }
}

/** What may be told of any error: what is none of ours may quote what was remembered. */
export function problemOf(error: unknown): Problem {
  if (error instanceof MemoryError) return { code: error.code, message: error.message, hint: error.hint }
  return {
    code: 'unexpected',
    message: 'this failed for a reason nobody expected',
    hint: "the server's log names it; this is a mistake in Recollect, please report it",
  }
}

const statusOf: Readonly<Record<ErrorCode | HttpCode, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  denied: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  rate_limited: 429,
  unexpected: 500,
  store_corrupt: 500,
  store_failed: 500,
  unsupported: 501,
  index_stale: 503,
  model_unavailable: 503,
  newer_schema: 503,
  store_busy: 503,
  store_full: 507,
}

const titles: Readonly<Record<ErrorCode | HttpCode, string>> = {
  invalid_input: 'The request is not as it must be',
  unauthenticated: 'A token is needed',
  denied: 'Not allowed',
  not_found: 'Not found',
  not_acceptable: 'Not in this form',
  conflict: 'It is not as you think it is',
  precondition_failed: 'It has changed meanwhile',
  too_large: 'Too large',
  rate_limited: 'Too many requests',
  unexpected: 'A mistake of the server',
  store_corrupt: 'The store is damaged',
  store_failed: 'The store failed',
  unsupported: 'Not supported here',
  index_stale: 'The index is out of date',
  model_unavailable: 'No model answers',
  newer_schema: 'The store is newer than this program',
  store_busy: 'Others are at work',
  store_full: 'The disk is full',
}

const RETRY: Readonly<Partial<Record<ErrorCode | HttpCode, Record<string, string>>>> = {
  store_busy: { 'retry-after': '1' },
}
