import { clip } from '../../text/clip.js'
import { readContent } from '../content-blocks.js'
import type { Entry, Place } from '../entry.js'
import { readHead } from '../head.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries, jsonOfLines } from '../json-values.js'
import { createKnownConversations, type KnownConversations } from '../known-conversations.js'
import type { Reader } from '../reader.js'
import { readTime } from '../time-field.js'

/**
 * Messages as the APIs of OpenAI and Anthropic take and give them: an array of messages, one object with
 * `messages`, or a log with a request, a response or both a line.
 */
export const messages: Reader = {
  name: 'messages',
  title:
    'messages as the OpenAI and Anthropic APIs have them: an array, {"messages": […]}, or one of these a line',
  isUnattended: true,
  recognises({ json, shape: { begins, keys } }) {
    if (begins === 'other') return false
    if (keys.has('messages') || keys.has('choices')) return true
    if (keys.has('role') && keys.has('content')) return begins === 'array' || !json.some(isOurs)
    return json.some((value) => partsOf(value).messages.length > 0)
  },
  async *read(source, { zone, session }): AsyncGenerator<Entry> {
    const context = { zone, known: createKnownConversations(session) }
    for await (const read of await valuesOf(source)) {
      if (read.kind === 'problem') yield read
      else yield* readValue(read.value, read.place, context)
    }
  },
}

interface Context {
  readonly zone: string
  readonly known: KnownConversations
}

/** A line that our own form can read; the rest has its content in blocks. */
function isOurs(value: unknown): boolean {
  return typeof objectOf(value)?.['content'] === 'string'
}

/** A log has one object a line; anything else is taken apart by its brackets. */
async function valuesOf(source: AsyncIterable<Uint8Array>): Promise<ReturnType<typeof jsonOfLines>> {
  const { head, source: all } = await readHead(source, { isEnough: ({ lines }) => lines.length > 0 })
  const isLog = head.shape.begins === 'object' && objectOf(head.json[0]) !== undefined
  return isLog ? jsonOfLines(all) : jsonOfEntries(all)
}

function* readValue(value: unknown, place: Place, context: Context): Generator<Entry> {
  const alone = messageOf(value)
  if (alone !== undefined) {
    yield* readMessage(alone, place, context)
    return
  }
  const { messages: found, id, at } = partsOf(value)
  if (found.length === 0) {
    const detail = 'neither role and content, nor messages'
    yield { kind: 'problem', place, problem: { reason: 'no message', detail } }
    return
  }
  const spoken = found
    .flatMap<JsonObject>((message) => messageOf(message) ?? [])
    .find((message) => !isSystem(message))
  const session =
    id === undefined
      ? context.known.sessionOf(readContent(spoken?.['content']).text)
      : { session: id, sessionKey: id }
  for (const [index, message] of found.entries()) {
    const fields = messageOf(message)
    if (fields === undefined) {
      const detail = `message ${index + 1} has no role and content`
      yield { kind: 'problem', place, problem: { reason: 'no message', detail } }
    } else {
      yield* readMessage(fields, place, context, { ...session, position: index + 1, at })
    }
  }
}

function messageOf(value: unknown): JsonObject | undefined {
  const fields = objectOf(value)
  const isMessage =
    textOf(fields?.['role']) !== undefined && (fields?.['content'] ?? fields?.['tool_calls']) !== undefined
  return isMessage ? fields : undefined
}

function isSystem(message: JsonObject): boolean {
  const role = textOf(message['role'])?.trim().toLowerCase()
  return role === 'system' || role === 'developer'
}

interface Parts {
  readonly messages: readonly unknown[]
  readonly id: string | undefined
  readonly at: unknown
}

/** The messages of a request, of a response, or of a record that holds both; an array is a conversation. */
function partsOf(value: unknown): Parts {
  if (Array.isArray(value)) return { messages: value, id: undefined, at: undefined }
  const record = objectOf(value)
  const [request, response] = [objectOf(record?.['request']), objectOf(record?.['response'])]
  const layers = [record, record?.['body'], request, request?.['body'], response, response?.['body']]
  const found: unknown[] = []
  for (const layer of layers.flatMap<JsonObject>((part) => objectOf(part) ?? [])) {
    for (const message of arrayOf(layer['messages'])) found.push(message)
    for (const choice of arrayOf(layer['choices'])) found.push(objectOf(choice)?.['message'])
    if (messageOf(layer) !== undefined) found.push(layer)
  }
  const ids = ['conversation_id', 'session_id', 'thread_id', 'session'].map((name) => textOf(record?.[name]))
  const id = ids.find((text) => text !== undefined)
  return {
    messages: found,
    id: id === undefined ? undefined : clip(id, NAME_CHARS),
    at: record?.['created_at'] ?? record?.['created'] ?? record?.['timestamp'],
  }
}

interface InConversation {
  readonly session: string
  readonly sessionKey: string
  readonly position: number
  /** Of the request or response. */
  readonly at: unknown
}

function* readMessage(
  fields: JsonObject,
  place: Place,
  { zone, known }: Context,
  conversation?: InConversation,
): Generator<Entry> {
  if (isSystem(fields)) {
    yield { kind: 'left out', reason: 'not memory: system prompt' }
    return
  }
  const own = fields['at'] ?? fields['timestamp'] ?? fields['created_at'] ?? fields['create_time']
  const time = readTime(own ?? conversation?.at, zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const { text, toolResults, others } = readContent(fields['content'])
  const calls = arrayOf(fields['tool_calls'])
  for (const _ of calls) yield { kind: 'left out', reason: 'not a message: tool call' }
  for (const other of others) yield { kind: 'left out', reason: `not a message: ${other}` }
  if (text.trim() === '' && toolResults.length + others.length + calls.length === 0) {
    yield { kind: 'left out', reason: 'not a message: no text' }
  }
  const said = (role: string, content: string, id: string | null): Entry => {
    const at =
      conversation === undefined ? time.at : known.firstSeen({ ...conversation, role, content }, time.at)
    const { session = null, sessionKey, position } = conversation ?? {}
    const message = {
      role,
      content,
      at,
      speaker: clipped(fields['name']),
      session,
      channel: null,
      id,
      ...(sessionKey === undefined || position === undefined ? {} : { sessionKey, position }),
    }
    return { kind: 'message', place, message }
  }
  const id = clipped(fields['id'])
  const standing = id ?? conversation?.position ?? place.entry ?? place.line
  for (const [index, result] of toolResults.entries()) {
    yield said('tool', result, `${standing}/tool/${index + 1}`)
  }
  if (text.trim() !== '') yield said(clip(String(fields['role']).trim().toLowerCase(), 64), text, id)
}

function clipped(value: unknown): string | null {
  const text = textOf(value)
  return text === undefined ? null : clip(text, NAME_CHARS)
}

const NAME_CHARS = 200
