/** What went wrong with a call, in words for a person: the answer of the server, or that there was none. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly code: string
  readonly hint: string | undefined
  readonly isRetrySafe: boolean

  constructor(told: { status: number; code: string; message: string; hint?: string; isRetrySafe?: boolean }) {
    super(told.message)
    this.status = told.status
    this.code = told.code
    this.hint = told.hint
    this.isRetrySafe = told.isRetrySafe ?? false
  }
}

/** Reads `application/problem+json`; whatever else came is told by its status. */
export async function problemOf(response: Response): Promise<Problem> {
  const { status } = response
  const told = await response.json().catch(() => undefined)
  const text = (key: string) => (typeof told?.[key] === 'string' ? (told[key] as string) : undefined)
  const hint = text('hint')
  return new Problem({
    status,
    code: text('code') ?? `http_${status}`,
    message: text('detail') ?? text('title') ?? response.statusText,
    ...(hint === undefined ? {} : { hint }),
    isRetrySafe: told?.retrySafe === true,
  })
}

/** Any failure as a problem: a call that got no answer is `unreachable`, one that was stopped `stopped`. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const isStopped = error instanceof DOMException && error.name === 'AbortError'
  const message = error instanceof Error ? error.message : String(error)
  return new Problem({
    status: 0,
    code: isStopped ? 'stopped' : 'unreachable',
    message,
    isRetrySafe: !isStopped,
  })
}
