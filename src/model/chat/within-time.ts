import { type ChatModel, ModelFailure } from './chat-model.js'

/** A failure, as a value: of the reasons why there is no answer, only an aborted signal is thrown. */
export interface Failed {
  readonly failure: ModelFailure
}

export interface Time {
  readonly model: Pick<ChatModel, 'name'>
  readonly timeoutMs: number
  readonly caller: AbortSignal | undefined
}

/**
 * Works with a model until the time is over, or the caller wants no answer any more. Throws nothing but the reason of the
 * caller's signal: what a model throws may quote what it was asked.
 */
export async function withinTime<T>(
  { model, timeoutMs, caller }: Time,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Failed> {
  caller?.throwIfAborted()
  const stop = new AbortController()
  const giveUp = () => stop.abort(caller?.reason)
  caller?.addEventListener('abort', giveUp, { once: true })
  const late = new ModelFailure('timeout', `${model.name} did not answer within ${timeoutMs} ms`)
  const timer = setTimeout(() => stop.abort(late), timeoutMs)
  try {
    return await work(stop.signal)
  } catch (error) {
    caller?.throwIfAborted()
    if (error instanceof ModelFailure) return { failure: error }
    return { failure: new ModelFailure('unavailable', `${model.name} failed`) }
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', giveUp)
  }
}
