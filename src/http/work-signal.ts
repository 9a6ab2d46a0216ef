import { type Problem, RefusedRequest } from './problem.js'

/** Ends what is done for a request: when its caller leaves, when it takes too long, when the server can wait no longer. */
export interface WorkSignals {
  /** What is answered ends it. `limitMs`: none for what may go on for as long as somebody listens. */
  begin(caller: AbortSignal, limitMs?: number): { readonly signal: AbortSignal; end(): void }
  /** Ends all that is left. */
  endAll(): void
}

export function createWorkSignals(): WorkSignals {
  const running = new Set<AbortController>()
  return {
    begin(caller, limitMs) {
      // By hand: a signal made of one that lives as long as the server is kept by it for as long.
      const controller = new AbortController()
      const leave = () => controller.abort(new RefusedRequest(HAS_LEFT))
      if (caller.aborted) leave()
      caller.addEventListener('abort', leave, { once: true })
      const timer =
        limitMs === undefined
          ? undefined
          : setTimeout(() => controller.abort(new RefusedRequest(tookTooLong(limitMs))), limitMs).unref()
      running.add(controller)
      return {
        signal: controller.signal,
        end: () => {
          clearTimeout(timer)
          caller.removeEventListener('abort', leave)
          running.delete(controller)
          // What still goes on, goes on for nobody.
          leave()
        },
      }
    },
    endAll() {
      for (const controller of running) controller.abort(new RefusedRequest(IS_CLOSING))
    },
  }
}

function tookTooLong(limitMs: number): Problem {
  return {
    code: 'timed_out',
    message: `this took longer than ${Math.round(limitMs / 1_000)} s and was given up`,
    hint: 'ask for less at once',
  }
}

/** Nobody hears it; it is what the log says. */
const HAS_LEFT: Problem = { code: 'timed_out', status: 499, message: 'the caller has left' }

const IS_CLOSING: Problem = {
  code: 'overloaded',
  message: 'the server is closing, and could not wait for this',
  hint: 'send it again to the next one',
}
