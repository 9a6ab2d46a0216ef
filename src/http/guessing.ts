import type { Env } from '../clock.js'

/** Holds answers back from who guesses. A right token is never held back, so nobody can lock another out. */
export interface Guessing {
  /** Resolves when a refusal may be answered, or nobody waits for it any more. */
  holdBack(address: string | undefined, signal: AbortSignal): Promise<void>
}

/**
 * The first refusals of an address are answered at once; each after them waits for the one before, and for longer. Nobody
 * guesses 256 bits: it is to cost who tries more than it costs us. What is kept is bounded, also the answers that wait.
 */
export function createGuessing(env: Env): Guessing {
  /** The last that refused longest ago is first. */
  const guessers = new Map<string, Guesser>()
  let held = 0

  function next(address: string): Guesser {
    const now = env.now()
    const known = guessers.get(address)
    guessers.delete(address)
    if (known === undefined && guessers.size >= ADDRESSES_KEPT)
      guessers.delete(guessers.keys().next().value ?? '')
    const isFresh = known === undefined || now - known.answeredAt > FORGET_MS
    const refusals = isFresh ? 1 : known.refusals + 1
    const waitMs =
      refusals <= FREE_REFUSALS ? 0 : Math.min(2 ** (refusals - FREE_REFUSALS) * STEP_MS, MOST_MS)
    const answeredAt = isFresh ? now : Math.min(Math.max(now, known.answeredAt) + waitMs, now + MOST_MS)
    const guesser = { refusals, answeredAt }
    guessers.set(address, guesser)
    return guesser
  }

  return {
    holdBack: async (address = '', signal) => {
      const waitMs = next(networkOf(address)).answeredAt - env.now()
      if (waitMs <= 0 || held >= HELD_AT_ONCE) return
      held += 1
      try {
        await Promise.race([env.sleep(waitMs), aborted(signal)])
      } finally {
        held -= 1
      }
    },
  }
}

/** Whoever has one address of IPv6 has all of its network, 2^64 of them. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^.*:/, '')
  const [head = ''] = address.split('::')
  return head.split(':').slice(0, 4).join(':') // slice-ok: a list
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

interface Guesser {
  readonly refusals: number
  readonly answeredAt: number
}

const FREE_REFUSALS = 10
const STEP_MS = 50
const MOST_MS = 5_000
const FORGET_MS = 60_000
const ADDRESSES_KEPT = 1_024
const HELD_AT_ONCE = 128
