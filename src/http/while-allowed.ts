import type { Admitted } from './admission.js'
import type { Exchange } from './exchange.js'

/** Cuts an answer that goes on, once its work is given up or its caller would be let in no more: its key was revoked, say. */
export function whileAllowed(
  exchange: Exchange,
  { signal, isStillAllowed }: Pick<Admitted, 'signal' | 'isStillAllowed'>,
): void {
  const recheck = async () => {
    // What cannot be known now is not allowed now: who comes again is told why.
    if (!(await isStillAllowed().catch(() => false))) exchange.cut()
  }
  const timer = setInterval(() => void recheck(), RECHECK_MS).unref()
  exchange.onEnd(() => clearInterval(timer))
  signal.addEventListener('abort', exchange.cut, { once: true })
}

const RECHECK_MS = 5_000
