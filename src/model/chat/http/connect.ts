import type { Env } from '../../../clock.js'
import { type ChatModel, ModelFailure } from '../chat-model.js'
import { type ChatEndpoint, KEY_NAMES } from '../chat-setting.js'
import { askServer, type Generates } from './ask-server.js'

/**
 * The model of an endpoint. Loads the package that speaks its protocol when it is first asked. A server that does not
 * know schemas is told them in words from then on.
 */
export function connectModel(endpoint: ChatEndpoint, env: Pick<Env, 'now'>): Required<ChatModel> {
  let knowsSchemas = true
  return {
    name: endpoint.name,
    work: async (request) => {
      refuseWithoutKey(endpoint)
      const [speak, { toolLoop }] = await Promise.all([speakerOf(endpoint), import('./tool-loop.js')])
      return toolLoop({ endpoint, request, now: env.now, connect: (fetch) => speak(endpoint, fetch) })
    },
    complete: async (request) => {
      refuseWithoutKey(endpoint)
      const speak = await speakerOf(endpoint)
      const ask = (isBound: boolean) =>
        askServer({
          endpoint,
          request,
          isBound,
          now: env.now,
          connect: (fetch): Generates => speak(endpoint, fetch),
        })
      const asked = await ask(knowsSchemas)
      if (asked !== 'refuses the schema') return asked.reply
      const inWords = await ask(false)
      if (inWords === 'refuses the schema') throw new TypeError('no schema was sent')
      // Only now is it known that the schema was what was refused.
      knowsSchemas = false
      return inWords.reply
    },
  }
}

const speakerOf = ({ provider }: ChatEndpoint) => (provider === 'anthropic' ? anthropic() : openAi())
const openAi = () => import('./openai-model.js').then(({ openAiModel }) => openAiModel)
const anthropic = () => import('./anthropic-model.js').then(({ anthropicModel }) => anthropicModel)

/** No text is sent where it can only be refused; and the packages would look for a key by themselves. */
function refuseWithoutKey({ provider, name, apiKey }: ChatEndpoint): void {
  const keyName = KEY_NAMES[provider]
  if (keyName === undefined || apiKey !== undefined) return
  throw new ModelFailure('unavailable', `${name} wants a key: set RECOLLECT_MODEL_API_KEY or ${keyName}`, {
    isSpent: false,
  })
}
