import { type Stepped, type Stmt, stepping, type Tx } from './statement.js'
import { assertNothingPending } from './step-through.js'

/**
 * As `stepThrough`, for statements that are run behind a network or in another thread: between two steps it waits for the
 * statement's result, and for nothing else. A failed statement poisons the body in the same way.
 */
export async function stepAsync<T>(
  start: () => Tx<T>,
  execute: (statement: Stmt<unknown>) => Promise<unknown>,
): Promise<T> {
  const owner: Stepped = { pending: 0, afterCommit: [] }
  let failure: { readonly error: unknown } | undefined
  const body = stepping(owner, start)
  let step = stepping(owner, () => body.next())
  while (!step.done) {
    if (failure !== undefined) throw failure.error
    let value: unknown
    try {
      value = await execute(step.value)
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
