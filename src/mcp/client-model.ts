import { AsyncLocalStorage } from 'node:async_hooks'
import type { CreateMessageResult, RequestId, Server, ServerContext } from '@modelcontextprotocol/server'
import { type ChatModel, type ChatReply, ModelFailure } from '../model/chat/chat-model.js'

/**
 * The model of an MCP client, borrowed by `sampling/createMessage`: for who has no key of their own. The client says to
 * its user what is asked, and may refuse. The revision without a handshake (2026-07-28) has no requests from server to
 * client: there nothing is lent.
 */
export interface LentModel {
  /** One for the session, as how it did so far is remembered with it. Undefined where the client lends none. */
  model(): ChatModel | undefined
  /** Does the work of a request; what is asked meanwhile goes the way on which its answer will go. */
  during<T>(context: ServerContext, work: () => Promise<T>): Promise<T>
}

export function createLentModel(server: Server): LentModel {
  const requests = new AsyncLocalStorage<Asking>()
  let lent: ChatModel | undefined
  return {
    model: () => {
      if (server.getClientCapabilities()?.sampling === undefined) return undefined
      lent ??= clientModel(server, requests)
      return lent
    },
    during: async ({ mcpReq }, work) => {
      const asking: Asking = { id: mcpReq.id }
      try {
        return await requests.run(asking, work)
      } finally {
        asking.id = undefined
      }
    },
  }
}

/** The request that is worked on; none any more once it is answered, as what goes on behind it has no way of its own. */
interface Asking {
  id: RequestId | undefined
}

function clientModel(server: Server, requests: AsyncLocalStorage<Asking>): ChatModel {
  return {
    name: NAME,
    complete: async ({ system, schemaInWords, prompt, maxOutputTokens, timeoutMs, signal }) => {
      try {
        const answer = await server.createMessage(
          {
            systemPrompt: `${system}\n\n${schemaInWords}`,
            messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
            maxTokens: maxOutputTokens,
          },
          { signal, timeout: timeoutMs, relatedRequestId: requests.getStore()?.id },
        )
        return replyOf(answer)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw failureOf(error)
      }
    },
  }
}

const NAME = 'client'
/** What clients answer when their user said no. */
const USER_REFUSED = -1

function replyOf({ content, stopReason }: CreateMessageResult): ChatReply {
  if (content.type !== 'text') throw new ModelFailure('unreadable', "the client's model answered no text")
  return { text: content.text, ending: stopReason === 'maxTokens' ? 'cut' : 'whole' }
}

/** Of what the client wrote nothing is passed on: it may quote what was asked. */
function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const { code } = Object(error) as { readonly code?: unknown }
  return code === USER_REFUSED
    ? new ModelFailure('refused', 'the client did not allow its model to be asked', { isSpent: false })
    : new ModelFailure('unavailable', "the client's model could not be asked")
}
