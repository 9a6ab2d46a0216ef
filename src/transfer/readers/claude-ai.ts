import { clip } from '../../text/clip.js'
import { readContent } from '../content-blocks.js'
import type { Entry, Place } from '../entry.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries } from '../json-values.js'
import type { Reader } from '../reader.js'
import { readTime } from '../time-field.js'

/** conversations.json of a Claude.ai export: conversations with their messages, and the text of attached files. */
export const claudeAi: Reader = {
  name: 'claude-ai',
  title: 'an export of Claude.ai: conversations.json, with chat_messages in each conversation',
  recognises: ({ shape }) => shape.keys.has('chat_messages'),
  async *read(source, { zone }): AsyncGenerator<Entry> {
    for await (const read of jsonOfEntries(source)) {
      if (read.kind === 'problem') yield read
      else yield* readConversation(read.value, read.place, zone)
    }
  },
}

interface Session {
  readonly session: string | null
  readonly sessionKey?: string
  readonly channel: string
}

function* readConversation(value: unknown, place: Place, zone: string): Generator<Entry> {
  const conversation = objectOf(value)
  if (conversation === undefined || !Array.isArray(conversation['chat_messages'])) {
    const problem = { reason: 'no conversation', detail: 'the entry has no chat_messages' }
    yield { kind: 'problem', place, problem }
    return
  }
  const key = textOf(conversation['uuid'])
  const name = textOf(conversation['name'])?.trim() ?? key
  const session: Session = {
    session: name === undefined ? null : clip(name, 200),
    ...(key === undefined ? {} : { sessionKey: clip(key, 200) }),
    channel: 'claude-ai',
  }
  for (const message of conversation['chat_messages'] as readonly unknown[]) {
    yield* readOne(objectOf(message), session, place, zone)
  }
}

function* readOne(
  message: JsonObject | undefined,
  session: Session,
  place: Place,
  zone: string,
): Generator<Entry> {
  const sender = textOf(message?.['sender'])
  if (message === undefined || sender === undefined) {
    yield { kind: 'problem', place, problem: { reason: 'sender', detail: 'a message says not whose it is' } }
    return
  }
  const time = readTime(message['created_at'], zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const { at } = time
  const id = textOf(message['uuid'])
  const { text, toolResults, others } = readContent(message['content'])
  for (const _ of toolResults) yield { kind: 'left out', reason: 'not a message: tool result' }
  for (const other of others) yield { kind: 'left out', reason: `not a message: ${other}` }
  // Older exports have the text alone; newer ones repeat it there, mixed with marks for what is not shown.
  const content = textOf(text) ?? (others.length === 0 ? textOf(message['text']) : undefined)
  const role = sender === 'human' ? 'user' : clip(sender.toLowerCase(), 64)
  let isEmpty = true
  if (content !== undefined) {
    isEmpty = false
    yield {
      kind: 'message',
      place,
      message: { role, content, at, speaker: null, ...session, id: id === undefined ? null : clip(id, 200) },
    }
  }
  for (const [index, attachment] of arrayOf(message['attachments']).entries()) {
    const fields = objectOf(attachment)
    const extracted = textOf(fields?.['extracted_content'])
    isEmpty = false
    if (extracted === undefined) {
      yield { kind: 'left out', reason: 'not a message: file without text' }
      continue
    }
    const fileName = textOf(fields?.['file_name'])
    yield {
      kind: 'message',
      place,
      message: {
        role: 'document',
        content: extracted,
        at,
        speaker: fileName === undefined ? null : clip(fileName, 200),
        ...session,
        id: id === undefined ? null : `${clip(id, 200)}/attachment/${index + 1}`,
      },
    }
  }
  for (const _ of arrayOf(message['files']))
    yield { kind: 'left out', reason: 'not a message: file without text' }
  if (isEmpty && others.length + toolResults.length === 0) {
    yield { kind: 'left out', reason: 'not a message: no text' }
  }
}
