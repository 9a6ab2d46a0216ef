import type { Env } from '../../clock.js'
import type { Breaker } from './breaker.js'
import type { ChatModel } from './chat-model.js'
import type { Meter } from './meter.js'
import { type Read, trouble } from './read-reply.js'
import type { Failed } from './within-time.js'

/** What stands between a question and its model. */
export interface Guards {
  readonly model: ChatModel
  readonly breaker: Breaker
  readonly meter: Meter
  readonly env: Pick<Env, 'now' | 'sleep'>
}

/**
 * Works with a model unless it failed several times just now. `sayDown` is told how it went: whether the model was not
 * there; where nothing is told it was not tried.
 */
export async function behindBreaker<T>(
  { model, breaker, env }: Guards,
  work: (sayDown: (isDown: boolean) => void) => Promise<T>,
): Promise<T | Read<never>> {
  if (!breaker.mayCall()) {
    const seconds = Math.max(1, Math.ceil((breaker.restsUntil() - env.now()) / 1_000))
    return trouble(
      'breaker_open',
      `${model.name} failed several times just now; it is asked again in ${seconds} s`,
    )
  }
  let wasDown: boolean | undefined
  try {
    return await work((isDown) => {
      wasDown = isDown
    })
  } finally {
    breaker.over(wasDown)
  }
}

/** A model that answers, however badly, is there. */
export function wasDown({ failure: { reason } }: Failed): boolean {
  return reason === 'timeout' || reason === 'unavailable'
}
