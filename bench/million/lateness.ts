/** How late a timer is that others share a thread with: what a server's other callers wait. */
export interface Lateness {
  /** The longest so far, in milliseconds. */
  mostMs(): number
  stop(): void
}

export function watchLateness(): Lateness {
  let most = 0
  let due = performance.now() + TICK_MS
  const timer = setInterval(() => {
    most = Math.max(most, performance.now() - due)
    due = performance.now() + TICK_MS
  }, TICK_MS)
  return {
    mostMs: () => most,
    stop: () => clearInterval(timer),
  }
}

const TICK_MS = 5
