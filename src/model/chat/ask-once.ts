import type { Reach } from '../../reach.js'
import { estimateTokens } from '../../text/estimate-tokens.js'
import type { ChatQuestion } from './chat-models.js'
import { type Exchange, exchangeWith, requestOf } from './exchange.js'
import { behindBreaker, type Guards, wasDown } from './guards.js'
import { type Read, readReply, trouble } from './read-reply.js'

/** One question and its answer: counted, under the ceiling, within the time. */
export async function askOnce<T>(guards: Guards, reach: Reach, question: ChatQuestion<T>): Promise<Read<T>> {
  const { model, meter, env } = guards
  return behindBreaker(guards, async (sayDown) => {
    const request = requestOf(question)
    const { system, prompt, schemaInWords, maxOutputTokens } = request
    const input = estimateTokens(system) + estimateTokens(prompt) + estimateTokens(schemaInWords)
    const reserved = await meter.reserve(reach, question.role, model.name, {
      input,
      output: maxOutputTokens,
    })
    if ('reason' in reserved) return trouble(reserved.reason, reserved.detail)
    let exchange: Exchange | undefined
    let read: Read<T> | undefined
    try {
      exchange = await exchangeWith(model, request, question.signal, env)
      read =
        'failure' in exchange
          ? trouble(exchange.failure.reason, exchange.failure.message)
          : readReply(exchange.reply, question, request.schema, model.name)
    } finally {
      await reserved.settle(exchange, read?.ok !== true)
    }
    sayDown('failure' in exchange && wasDown(exchange))
    return read
  })
}
