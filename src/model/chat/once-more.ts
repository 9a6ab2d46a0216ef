import type { Env } from '../../clock.js'
import { unlessAborted } from '../unless-aborted.js'
import { ModelFailure } from './chat-model.js'

export interface Limits {
  readonly signal: AbortSignal
  /** In milliseconds since 1970. */
  readonly until: number
  readonly env: Pick<Env, 'now' | 'sleep'>
}

/** Makes an attempt, and once more where that is safe: the model says when, or was not reached at all. */
export async function onceMore<T>(attempt: () => Promise<T>, { signal, until, env }: Limits): Promise<T> {
  try {
    return await unlessAborted(attempt(), signal)
  } catch (error) {
    const waitMs = error instanceof ModelFailure ? error.retryAfterMs : undefined
    const mayRetry = waitMs !== undefined && waitMs <= LONGEST_WAIT_MS && env.now() + waitMs < until
    if (!mayRetry || signal.aborted) throw error
    await unlessAborted(env.sleep(waitMs), signal)
    return await unlessAborted(attempt(), signal)
  }
}

const LONGEST_WAIT_MS = 10_000
