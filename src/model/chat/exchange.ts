import { z } from 'zod'
import type { Env } from '../../clock.js'
import { wellFormed } from '../../text/well-formed.js'
import { unlessAborted } from '../unless-aborted.js'
import { type ChatModel, type ChatReply, type ChatRequest, ModelFailure } from './chat-model.js'
import type { ChatQuestion } from './chat-models.js'

export type Exchange = { readonly reply: ChatReply } | { readonly failure: ModelFailure }

/** A question as a model takes it, but for the signal. */
export type Request = Omit<ChatRequest, 'signal'>

export function requestOf<T>({
  system,
  prompt,
  schema,
  maxOutputTokens,
  timeoutMs,
}: ChatQuestion<T>): Request {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Record<string, unknown>
  return {
    // Half a character, and a provider refuses the whole request (S24).
    system: wellFormed(system),
    prompt: wellFormed(prompt),
    schema: json,
    schemaInWords: wellFormed(`Answer with JSON alone, of this schema:\n${JSON.stringify(json)}`),
    maxOutputTokens,
    timeoutMs,
  }
}

/**
 * Asks a model within the time of the request. Once more where that is safe: the model says when, or was not reached at
 * all. Throws nothing but the reason of the caller's signal.
 */
export async function exchangeWith(
  model: ChatModel,
  request: Request,
  caller: AbortSignal | undefined,
  env: Pick<Env, 'now' | 'sleep'>,
): Promise<Exchange> {
  caller?.throwIfAborted()
  const { timeoutMs } = request
  const stop = new AbortController()
  const giveUp = () => stop.abort(caller?.reason)
  caller?.addEventListener('abort', giveUp, { once: true })
  const late = new ModelFailure('timeout', `${model.name} did not answer within ${timeoutMs} ms`)
  const timer = setTimeout(() => stop.abort(late), timeoutMs)
  const attempt = async () =>
    wholeReply(await model.complete({ ...request, signal: stop.signal }), model.name)
  try {
    return await exchanged(attempt, { signal: stop.signal, until: env.now() + timeoutMs, env })
  } catch (error) {
    caller?.throwIfAborted()
    if (error instanceof ModelFailure) return { failure: error }
    // A model of someone's own: what it throws may quote what it was asked.
    return { failure: new ModelFailure('unavailable', `${model.name} failed`) }
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', giveUp)
  }
}

interface Limits {
  readonly signal: AbortSignal
  /** In milliseconds since 1970. */
  readonly until: number
  readonly env: Pick<Env, 'now' | 'sleep'>
}

async function exchanged(
  attempt: () => Promise<ChatReply>,
  { signal, until, env }: Limits,
): Promise<Exchange> {
  try {
    return { reply: await unlessAborted(attempt(), signal) }
  } catch (error) {
    const waitMs = error instanceof ModelFailure ? error.retryAfterMs : undefined
    const mayRetry = waitMs !== undefined && waitMs <= LONGEST_WAIT_MS && env.now() + waitMs < until
    if (!mayRetry || signal.aborted) throw error
    await unlessAborted(env.sleep(waitMs), signal)
    return { reply: await unlessAborted(attempt(), signal) }
  }
}

const LONGEST_WAIT_MS = 10_000

/** A model of someone's own may answer anything. */
function wholeReply(reply: ChatReply, name: string): ChatReply {
  const { text, ending, usage } = Object(reply) as Partial<ChatReply>
  if (typeof text !== 'string') throw new ModelFailure('unreadable', `${name} answered no text`)
  return {
    text,
    ending: ending === 'cut' || ending === 'refused' ? ending : 'whole',
    usage: isCount(usage?.inputTokens) && isCount(usage?.outputTokens) ? usage : undefined,
  }
}

const isCount = (tokens: number | undefined) => Number.isSafeInteger(tokens) && (tokens ?? -1) >= 0
