import type { CreateMessageResult, Server } from '@modelcontextprotocol/server'
import { type ChatModel, type ChatReply, ModelFailure } from '../model/chat/chat-model.js'

/**
 * The model of an MCP client, borrowed by `sampling/createMessage`: for who has no key of their own. The client says to
 * its user what is asked, and may refuse. Undefined where it lends none. The revision without a handshake (2026-07-28)
 * has no requests from server to client: there nothing is lent.
 */
export function clientModelOf(server: Server): ChatModel | undefined {
  if (server.getClientCapabilities()?.sampling === undefined) return undefined
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
          { signal, timeout: timeoutMs },
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
