import type { Env } from '../../clock.js'
import type { Reach } from '../../reach.js'
import type { Store } from '../../store/store.js'
import { askOnce } from './ask-once.js'
import { askWithTools } from './ask-with-tools.js'
import { type Breaker, createBreaker } from './breaker.js'
import type { ChatModel } from './chat-model.js'
import type {
  ChatAnswer,
  ChatModels,
  ChatQuestion,
  ChatRole,
  ChatTrouble,
  ToolAnswer,
  ToolQuestion,
} from './chat-models.js'
import { type ChatEndpoint, type ChatSettings, isEndpoint } from './chat-setting.js'
import type { Guards } from './guards.js'
import { createMeter } from './meter.js'

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

  const guardsOf = (model: ChatModel): Guards => ({ model, breaker: breakerOf(model), meter, env })

  return {
    lentBy: (client) => ({
      nameOf: (role) => modelOf(role, client)?.name,
      ask: async <T>(reach: Reach, question: ChatQuestion<T>): Promise<ChatAnswer<T>> => {
        question.signal?.throwIfAborted()
        const model = modelOf(question.role, client)
        if (model === undefined) return { ok: false, ...offFor(question.role, settings), model: null }
        return { ...(await askOnce(guardsOf(model), reach, question)), model: model.name }
      },
      askWithTools: async <T>(reach: Reach, question: ToolQuestion<T>): Promise<ToolAnswer<T>> => {
        question.signal?.throwIfAborted()
        const model = modelOf(question.role, client)
        if (model === undefined)
          return { ok: false, ...offFor(question.role, settings), model: null, steps: 0 }
        return { ...(await askWithTools(guardsOf(model), reach, question)), model: model.name }
      },
    }),
  }
}

type ServedModel = Required<ChatModel>

/** The packages that speak with servers are loaded by the first question. */
function lazily(endpoint: ChatEndpoint, env: Pick<Env, 'now'>): ServedModel {
  let loading: Promise<ServedModel> | undefined
  const loaded = () => {
    loading ??= import('./http/connect.js').then(({ connectModel }) => connectModel(endpoint, env))
    return loading
  }
  return {
    name: endpoint.name,
    complete: async (request) => (await loaded()).complete(request),
    work: async (request) => (await loaded()).work(request),
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
