import type { Env } from '../../clock.js'
import type { Reach } from '../../reach.js'
import type { Store } from '../../store/store.js'
import { type Breaker, createBreaker } from './breaker.js'
import type { ChatModel, ModelFailure } from './chat-model.js'
import type { ChatAnswer, ChatModels, ChatQuestion, ChatRole, ChatTrouble } from './chat-models.js'
import { type ChatEndpoint, type ChatSettings, isEndpoint } from './chat-setting.js'
import { type Exchange, exchangeWith, requestOf } from './exchange.js'
import { createMeter, type Meter } from './meter.js'
import { type Read, readReply, trouble } from './read-reply.js'

export interface ChatModelsOptions {
  readonly settings: ChatSettings
  readonly store: Store
  readonly env: Pick<Env, 'now' | 'sleep'>
}

/** The chat models of an open store. */
export interface ChatModelSource {
  /** For a call, with the model that its client lends for what has none of its own. */
  lentBy(client: ChatModel | undefined): ChatModels
}

/**
 * Makes the models that were configured. Nothing is loaded and no server asked before the first question. Each has a
 * breaker, each bank a ceiling of tokens a day; what was used is counted, and nothing of what was said is kept.
 */
export function createChatModels({ settings, store, env }: ChatModelsOptions): ChatModelSource {
  const connected = new Map<string, ChatModel>()
  const breakers = new WeakMap<ChatModel, Breaker>()
  const meter = createMeter(store, env, settings.dailyTokens)

  function connect(endpoint: ChatEndpoint): ChatModel {
    // A key is sent by those alone to whom it was given.
    const key = JSON.stringify([endpoint.name, endpoint.apiKey])
    const known = connected.get(key)
    if (known !== undefined) return known
    const made = lazily(endpoint, env)
    connected.set(key, made)
    return made
  }

  function modelOf(role: ChatRole, client: ChatModel | undefined): ChatModel | undefined {
    const chosen = settings.roles[role]
    if (chosen === undefined || chosen === 'client') return client
    if (chosen === 'off') return undefined
    return isEndpoint(chosen) ? connect(chosen) : chosen
  }

  function breakerOf(model: ChatModel): Breaker {
    const breaker = breakers.get(model) ?? createBreaker(env.now)
    breakers.set(model, breaker)
    return breaker
  }

  return {
    lentBy: (client) => ({
      nameOf: (role) => modelOf(role, client)?.name,
      ask: async <T>(reach: Reach, question: ChatQuestion<T>): Promise<ChatAnswer<T>> => {
        question.signal?.throwIfAborted()
        const model = modelOf(question.role, client)
        if (model === undefined) return { ok: false, ...offFor(question.role, settings), model: null }
        const read = await guarded({ model, breaker: breakerOf(model), meter, env }, reach, question)
        return { ...read, model: model.name }
      },
    }),
  }
}

/** The packages that speak with servers are loaded by the first question. */
function lazily(endpoint: ChatEndpoint, env: Pick<Env, 'now'>): ChatModel {
  let loaded: Promise<ChatModel> | undefined
  return {
    name: endpoint.name,
    complete: async (request) => {
      loaded ??= import('./http/connect.js').then(({ connectModel }) => connectModel(endpoint, env))
      return (await loaded).complete(request)
    },
  }
}

function offFor(
  role: ChatRole,
  { roles }: ChatSettings,
): { readonly reason: ChatTrouble; readonly detail: string } {
  const detail =
    roles[role] === 'off'
      ? `the ${role} has no model: it is switched off`
      : roles[role] === 'client'
        ? `the ${role} has no model: this client lends none`
        : 'no chat model is configured: docs/models.md'
  return { reason: 'off', detail }
}

interface Guards {
  readonly model: ChatModel
  readonly breaker: Breaker
  readonly meter: Meter
  readonly env: Pick<Env, 'now' | 'sleep'>
}

async function guarded<T>(guards: Guards, reach: Reach, question: ChatQuestion<T>): Promise<Read<T>> {
  const { model, breaker, meter, env } = guards
  if (!breaker.mayCall()) {
    const seconds = Math.max(1, Math.ceil((breaker.restsUntil() - env.now()) / 1_000))
    return trouble(
      'breaker_open',
      `${model.name} failed several times just now; it is asked again in ${seconds} s`,
    )
  }
  let isDown: boolean | undefined
  try {
    const request = requestOf(question)
    const reserved = await meter.reserve(reach, question.role, model.name, request)
    if ('reason' in reserved) return trouble(reserved.reason, reserved.detail)
    let exchange: Exchange | undefined
    let read: Read<T> | undefined
    try {
      exchange = await exchangeWith(model, request, question.signal, env)
      read =
        'failure' in exchange
          ? failed(exchange.failure)
          : readReply(exchange.reply, question, request.schema, model.name)
    } finally {
      await reserved.settle(exchange, read?.ok !== true)
    }
    isDown =
      'failure' in exchange &&
      (exchange.failure.reason === 'timeout' || exchange.failure.reason === 'unavailable')
    return read
  } finally {
    breaker.over(isDown)
  }
}

const failed = ({ reason, message }: ModelFailure): Read<never> => trouble(reason, message)
