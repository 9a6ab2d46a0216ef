/** At 60 frames a second one has 16; the rest is for drawing. */
const SLICE_MS = 6

/**
 * Runs work that yields in slices, so that no frame waits for it. What ends within the first slice is there at once.
 * Undefined where it was stopped.
 */
export async function inSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const until = performance.now() + SLICE_MS
    do {
      const { done, value } = work.next()
      if (done) return value as T
    } while (performance.now() < until)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return undefined
}
