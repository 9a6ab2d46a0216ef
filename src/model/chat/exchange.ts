import { z } from 'zod'
import type { Env } from '../../clock.js'
import { wellFormed } from '../../text/well-formed.js'
import { type ChatModel, type ChatReply, type ChatRequest, ModelFailure, type Spent } from './chat-model.js'
import type { ChatQuestion } from './chat-models.js'
import { onceMore } from './once-more.js'
import { type Failed, withinTime } from './within-time.js'

export type Exchange<R extends Spent = ChatReply> = { readonly reply: R } | Failed

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
 * Asks a model within the time of the request. Once more where that is safe. Throws nothing but the reason of the caller's
 * signal.
 */
export async function exchangeWith(
  model: ChatModel,
  request: Request,
  caller: AbortSignal | undefined,
  env: Pick<Env, 'now' | 'sleep'>,
): Promise<Exchange> {
  const { timeoutMs } = request
  return withinTime({ model, timeoutMs, caller }, async (signal) => {
    const attempt = async () => wholeReply(await model.complete({ ...request, signal }), model.name)
    return { reply: await onceMore(attempt, { signal, until: env.now() + timeoutMs, env }) }
  })
}

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
