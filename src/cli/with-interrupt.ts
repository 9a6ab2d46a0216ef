/** Does a long work that Ctrl-C ends between two of its steps. Undefined when it was ended so. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stop.signal)
  } catch (error) {
    if (stop.signal.aborted) return undefined
    throw error
  } finally {
    process.off('SIGINT', interrupt)
  }
}
