import { clip } from '../../text/clip.js'
import type { ConversationEvent } from '../conversation-event.js'
import type { Entry, Place } from '../entry.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { readTime } from '../time-field.js'
import { readUiPart, type UiPart } from './read-ui-part.js'

export interface UiContext {
  readonly session: {
    readonly session: string | null
    readonly sessionKey?: string
    readonly channel: string
  }
  readonly place: Place
  readonly zone: string
  /** When the chat began, for messages that tell no time. */
  readonly at: unknown
}

/** One UI message: what was said, where its first text stands, and what was done before and after. */
export function* readUiMessage(message: JsonObject | undefined, context: UiContext): Generator<Entry> {
  const { session, place, zone } = context
  const role = textOf(message?.['role'])?.trim().toLowerCase()
  if (message === undefined || role === undefined) {
    yield { kind: 'problem', place, problem: { reason: 'role', detail: 'a message says not whose it is' } }
    return
  }
  if (role === 'system' || role === 'developer') {
    yield { kind: 'left out', reason: 'not memory: system prompt' }
    return
  }
  const metadata = objectOf(message['metadata'])
  const own = message['createdAt'] ?? metadata?.['createdAt'] ?? metadata?.['timestamp']
  const time = readTime(own ?? context.at, zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const parts = partsOf(message)
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const id = textOf(message['id']) ?? null
  let isSaid = text.trim() === ''
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'left out') yield { kind: 'left out', reason: `part of a message: ${part.reason}` }
    else if (part.kind === 'done') {
      for (const told of part.events) {
        const event = { ...told, at: time.at, ...session, id: idOf(id, place, index, told) }
        yield { kind: 'event', place, event }
      }
    } else if (!isSaid) {
      isSaid = true
      const said = { role: clip(role, 64), content: text, at: time.at, speaker: null }
      yield {
        kind: 'message',
        place,
        message: { ...said, ...session, id: id === null ? null : clip(id, 200) },
      }
    }
  }
  if (parts.length === 0) yield { kind: 'left out', reason: 'not a message: no text' }
}

/** Older messages have no parts, and what they say and do in fields of their own. */
function partsOf(message: JsonObject): UiPart[] {
  const parts = arrayOf(message['parts'])
  if (parts.length > 0) return parts.map(readUiPart)
  const reasoning = textOf(message['reasoning'])
  const calls = arrayOf(message['toolInvocations'])
  const content = message['content']
  return [
    ...(reasoning === undefined ? [] : [readUiPart({ type: 'reasoning', text: reasoning })]),
    ...calls.map((toolInvocation) => readUiPart({ type: 'tool-invocation', toolInvocation })),
    ...(textOf(content) === undefined
      ? arrayOf(content).map(readUiPart)
      : [readUiPart({ type: 'text', text: content })]),
  ]
}

function idOf(
  id: string | null,
  { entry, line }: Place,
  index: number,
  { type }: Pick<ConversationEvent, 'type'>,
): string {
  return `${id === null ? `entry ${entry ?? line}` : clip(id, 150)} ${index} ${type}`
}
