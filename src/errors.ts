export type ErrorCode =
  | 'not_found'
  | 'conflict'
  | 'changed'
  | 'repeated'
  | 'denied'
  | 'invalid_input'
  | 'too_large'
  | 'store_busy'
  | 'store_corrupt'
  | 'store_full'
  | 'store_failed'
  | 'index_stale'
  | 'model_unavailable'
  | 'newer_schema'
  | 'unsupported'

interface MemoryErrorOptions {
  readonly cause?: unknown
  readonly isPassing?: boolean
}

/** An expected failure: what happened, and in `hint` what a person can do about it. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  /** What was needed is away and may be back soon; nothing was written meanwhile. */
  readonly isPassing: boolean

  constructor(code: ErrorCode, message: string, hint?: string, options: MemoryErrorOptions = {}) {
    // What a caller gave may stand in it, and half a character of that would be refused by others (S24).
    super(message.toWellFormed(), options)
    this.code = code
    this.hint = hint?.toWellFormed()
    this.isPassing = options.isPassing ?? false
  }
}

/** Whether it met what others wrote: looking again, and deciding anew, may help. */
export function isConflict(error: unknown): boolean {
  return error instanceof MemoryError && (error.code === 'conflict' || error.code === 'changed')
}

/** What may be told of any error, with what to do: what is none of ours may quote what was remembered. */
export function tellError(error: unknown): string {
  if (!(error instanceof MemoryError)) return 'an unexpected error'
  return error.hint === undefined ? error.message : `${error.message}; ${error.hint}`
}

/** Whether the same call may simply be tried again. One table, so that no call site decides it. */
export const isRetrySafe: Readonly<Record<ErrorCode, boolean>> = {
  not_found: false,
  conflict: false,
  changed: false,
  repeated: false,
  denied: false,
  invalid_input: false,
  too_large: false,
  store_busy: true,
  store_corrupt: false,
  store_full: true,
  store_failed: false,
  index_stale: false,
  model_unavailable: true,
  newer_schema: false,
  unsupported: false,
}
