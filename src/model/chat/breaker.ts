/** Keeps callers from waiting for a model that does not answer. */
export interface Breaker {
  /** Whether a call may go out now. After the rest one may try; the others wait for how that ends. */
  mayCall(): boolean
  /** The call that `mayCall` let out is over. `isDown`: the model was not there; undefined: it was not tried. */
  over(isDown: boolean | undefined): void
  /** Until when no call goes out, in milliseconds since 1970. */
  restsUntil(): number
}

/** Opens after three failures in a row, and lets one call try after 60 seconds. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let restsUntilAt = 0
  let isTrying = false
  return {
    mayCall: () => {
      if (failures < MOST_FAILURES) return true
      if (isTrying || now() < restsUntilAt) return false
      isTrying = true
      return true
    },
    over: (isDown) => {
      isTrying = false
      if (isDown === undefined) return
      failures = isDown ? failures + 1 : 0
      if (failures >= MOST_FAILURES) restsUntilAt = now() + REST_MS
    },
    restsUntil: () => restsUntilAt,
  }
}

const MOST_FAILURES = 3
const REST_MS = 60_000
