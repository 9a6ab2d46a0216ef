import { type Stepped, type Stmt, stepping, type Tx } from './statement.js'

/**
 * Steps a body to its end, synchronously. A statement that failed poisons the body: if it catches the
 * error and yields on, the error is thrown again, because PostgreSQL would refuse everything after it and
 * both engines must behave alike.
 */
export function stepThrough<T>(body: Tx<T>, execute: (statement: Stmt<unknown>) => unknown): T {
  const owner: Stepped = { pending: 0, afterCommit: [] }
  let failure: { readonly error: unknown } | undefined
  let step = stepping(owner, () => body.next())
  while (!step.done) {
    if (failure !== undefined) throw failure.error
    let value: unknown
    try {
      value = execute(step.value)
    } catch (error) {
      failure = { error }
    }
    const failed = failure
    step = stepping(owner, () => (failed === undefined ? body.next(value) : body.throw(failed.error)))
  }
  if (failure !== undefined) throw failure.error
  assertNothingPending(owner)
  return step.value
}

/** Refuses a body that made a statement without yielding it: it would silently have done nothing. */
export function assertNothingPending(owner: Stepped): void {
  if (owner.pending !== 0) {
    throw new TypeError(
      `${owner.pending} statement(s) were made and not yielded: write \`yield* run(...)\`, also for helpers`,
    )
  }
}
