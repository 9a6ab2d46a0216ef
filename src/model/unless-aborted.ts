/** Waits for work that does not look at the signal itself. Throws the signal's reason; the work goes on unheard. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    // Also what nobody waits for any more is heard: a failure without a listener would end the program.
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
