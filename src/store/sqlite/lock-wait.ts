import type { Env } from '../../clock.js'
import { isBusy } from './sqlite-errors.js'

export interface LockWait {
  readonly env: Env
  /** After this the last error is thrown. */
  readonly timeoutMs: number
}

/**
 * Runs an attempt until it finds the lock free. SQLite's own wait would freeze the event loop and is unfair;
 * this one sleeps between attempts, longer each time, with jitter so that two waiters do not march in step.
 */
export async function whenFree<T>(attempt: () => T, { env, timeoutMs }: LockWait): Promise<T> {
  const deadline = env.now() + timeoutMs
  for (let tries = 0; ; tries++) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || env.now() >= deadline) throw error
      await env.sleep(1 + env.random() * Math.min(2 ** tries, MAX_SLEEP_MS))
    }
  }
}

const MAX_SLEEP_MS = 16
