import { setTimeout as wait } from 'node:timers/promises'

export interface Blocked {
  /** From the call to its answer. */
  readonly ms: number
  /** The longest time in which nothing else could run; 1 is the least that is seen. */
  readonly longestMs: number
}

/** Does some work, and says for how long at a time it held everybody else up. */
export async function longestBlock(work: () => Promise<unknown>): Promise<Blocked> {
  let longestMs = 0
  let last = performance.now()
  // Not `monitorEventLoopDelay`: it leaves out what blocks before its first tick.
  const ticking = setInterval(() => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
  }, 1)
  try {
    await wait(SETTLE_MS)
    longestMs = 0
    const from = performance.now()
    await work()
    const ms = performance.now() - from
    await wait(SETTLE_MS)
    return { ms, longestMs }
  } finally {
    clearInterval(ticking)
  }
}

const SETTLE_MS = 5
