import { clip } from '../../text/clip.js'
import { readUiMessage } from '../ai-sdk/read-ui-message.js'
import type { Entry } from '../entry.js'
import { type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries } from '../json-values.js'
import type { Reader } from '../reader.js'

/**
 * UI messages of the AI SDK: an array of them, a chat with `messages`, several chats, or one of these a line. They have
 * `parts`; those of version 4 may have `toolInvocations` instead.
 */
export const aiSdk: Reader = {
  name: 'ai-sdk',
  title:
    'UI messages of the AI SDK: an array of {role, parts: […]}, a chat with messages, or one of these a line',
  isUnattended: true,
  roles: 'aside',
  recognises({ text, shape: { begins, keys } }) {
    if (begins === 'other') return false
    if (keys.has('role')) return keys.has('parts') || keys.has('toolInvocations')
    return keys.has('messages') && PARTS.test(text)
  },
  async *read(source, { zone }): AsyncGenerator<Entry> {
    for await (const read of jsonOfEntries(source)) {
      if (read.kind === 'problem') {
        yield read
        continue
      }
      const { place } = read
      const value = objectOf(read.value)
      const messages = value?.['messages']
      if (value === undefined || (!Array.isArray(messages) && value['role'] === undefined)) {
        yield {
          kind: 'problem',
          place,
          problem: { reason: 'no message', detail: 'neither role and parts, nor messages' },
        }
        continue
      }
      const isChat = Array.isArray(messages)
      const session = sessionOf(value, isChat)
      for (const message of isChat ? (messages as readonly unknown[]) : [value]) {
        yield* readUiMessage(objectOf(message), {
          session,
          place,
          zone,
          at: isChat ? value['createdAt'] : undefined,
        })
      }
    }
  },
}

/** Of a chat by its id; of messages that stand alone, by the one they name. */
function sessionOf(value: JsonObject, isChat: boolean) {
  const names = isChat ? ['id', 'chatId'] : ['chatId', 'sessionId', 'threadId']
  const id = names.map((name) => textOf(value[name])).find((text) => text !== undefined)
  const title = isChat ? textOf(value['title'])?.trim() : undefined
  const name = title ?? id
  return {
    session: name === undefined ? null : clip(name, NAME_CHARS),
    ...(id === undefined ? {} : { sessionKey: clip(id, NAME_CHARS) }),
    channel: 'ai-sdk',
  }
}

/** In a text of JSON the quotes of a key are not escaped. */
const PARTS = /[{,]\s{0,80}"(?:parts|toolInvocations)"\s{0,80}:\s{0,80}\[/
const NAME_CHARS = 200
