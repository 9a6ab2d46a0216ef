/** Until somebody ends the process: Ctrl-C, a service manager, a terminal that is closed. */
export interface UntilStopped {
  readonly signal: AbortSignal
  readonly stopped: Promise<void>
  /** A second Ctrl-C ends the process at once: it is not listened for any more. */
  dismiss(): void
}

export function untilStopped(): UntilStopped {
  const stop = new AbortController()
  const interrupt = () => {
    dismiss()
    stop.abort()
  }
  const dismiss = () => {
    for (const name of SIGNALS) process.off(name, interrupt)
  }
  for (const name of SIGNALS) process.on(name, interrupt)
  return {
    signal: stop.signal,
    stopped: new Promise((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true })),
    dismiss,
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
