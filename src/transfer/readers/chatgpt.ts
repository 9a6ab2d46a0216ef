import { clip } from '../../text/clip.js'
import type { Entry, Place } from '../entry.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries } from '../json-values.js'
import type { Reader } from '../reader.js'
import { readTime } from '../time-field.js'

/**
 * conversations.json (or conversations-000.json and so on) of a ChatGPT export. Each conversation is a tree: who
 * asks again or regenerates an answer starts a branch. All branches are kept, the current one first, so that
 * what stands side by side was said side by side.
 */
export const chatgpt: Reader = {
  name: 'chatgpt',
  title: 'an export of ChatGPT: conversations.json, with a mapping in each conversation',
  recognises: ({ shape }) => shape.keys.has('mapping'),
  async *read(source, { zone }): AsyncGenerator<Entry> {
    for await (const read of jsonOfEntries(source)) {
      if (read.kind === 'problem') yield read
      else yield* readConversation(read.value, read.place, zone)
    }
  },
}

interface Node {
  readonly message: JsonObject | undefined
  readonly parent: string | undefined
  readonly children: readonly string[]
}

function* readConversation(value: unknown, place: Place, zone: string): Generator<Entry> {
  const conversation = objectOf(value)
  const mapping = objectOf(conversation?.['mapping'])
  if (conversation === undefined || mapping === undefined) {
    yield {
      kind: 'problem',
      place,
      problem: { reason: 'no conversation', detail: 'the entry has no mapping' },
    }
    return
  }
  const nodes = new Map<string, Node>()
  for (const [id, node] of Object.entries(mapping)) {
    const fields = objectOf(node)
    if (fields === undefined) {
      yield { kind: 'problem', place, problem: { reason: 'no node', detail: clip(id, 64) } }
      continue
    }
    nodes.set(id, {
      message: objectOf(fields['message']),
      parent: textOf(fields['parent']),
      children: arrayOf(fields['children']).flatMap((child) => textOf(child) ?? []),
    })
  }
  const key = textOf(conversation['conversation_id']) ?? textOf(conversation['id'])
  const title = textOf(conversation['title'])?.trim() ?? key
  const session = {
    session: title === undefined ? null : clip(title, 200),
    ...(key === undefined ? {} : { sessionKey: clip(key, 200) }),
  }
  for (const id of order(nodes, textOf(conversation['current_node']))) {
    const message = nodes.get(id)?.message
    if (message !== undefined) yield* readNode(message, id, session, place, zone)
  }
}

/** Every node once: the current branch from its root, then the others as the tree has them. */
function order(nodes: ReadonlyMap<string, Node>, current: string | undefined): Set<string> {
  const branch = new Set<string>()
  for (let id = current; id !== undefined && nodes.has(id) && !branch.has(id); id = nodes.get(id)?.parent) {
    branch.add(id)
  }
  const ordered = new Set([...branch].reverse())
  const roots = [...nodes].filter(([, { parent }]) => parent === undefined || !nodes.has(parent))
  // Every node is a start in the end: some stand in a circle, or their parent does not know them.
  const reached = new Set<string>()
  for (const root of [...roots.map(([id]) => id), ...nodes.keys()]) {
    // A tree may be as deep as a conversation is long: no recursion.
    const waiting = [root]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      ordered.add(id)
      for (const child of [...(nodes.get(id)?.children ?? [])].reverse()) {
        if (nodes.has(child)) waiting.push(child)
      }
    }
  }
  return ordered
}

function* readNode(
  message: JsonObject,
  nodeId: string,
  session: { readonly session: string | null; readonly sessionKey?: string },
  place: Place,
  zone: string,
): Generator<Entry> {
  const author = objectOf(message['author'])
  const role = textOf(author?.['role'])?.toLowerCase()
  const content = objectOf(message['content'])
  const reason = reasonToLeaveOut(role, message, content)
  if (reason !== undefined) {
    yield { kind: 'left out', reason }
    return
  }
  if (role === undefined) {
    yield { kind: 'problem', place, problem: { reason: 'role', detail: 'a message says not whose it is' } }
    return
  }
  const { text, others } = readParts(content)
  for (const other of others) yield { kind: 'left out', reason: `part of a message: ${other}` }
  if (text.trim() === '') {
    if (others.length === 0) yield { kind: 'left out', reason: 'not a message: no text' }
    return
  }
  const time = readTime(message['create_time'], zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const speaker = textOf(author?.['name'])
  yield {
    kind: 'message',
    place,
    message: {
      role: clip(role, 64),
      content: text,
      at: time.at,
      speaker: speaker === undefined ? null : clip(speaker, 200),
      ...session,
      channel: 'chatgpt',
      id: clip(textOf(message['id']) ?? nodeId, 200),
    },
  }
}

function reasonToLeaveOut(
  role: string | undefined,
  message: JsonObject,
  content: JsonObject | undefined,
): string | undefined {
  if (role === 'system' || role === 'developer') return 'not memory: system prompt'
  if (objectOf(message['metadata'])?.['is_visually_hidden_from_conversation'] === true) {
    return 'not memory: hidden message'
  }
  const kind = KINDS.get(textOf(content?.['content_type']) ?? '')
  if (kind !== undefined) return kind
  // What the assistant says to a tool, e.g. a program to run or words to look for.
  const recipient = textOf(message['recipient'])
  return role === 'assistant' && recipient !== undefined && recipient !== 'all'
    ? 'not a message: tool call'
    : undefined
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['thoughts', 'not a message: thinking'],
  ['reasoning_recap', 'not a message: thinking'],
  ['user_editable_context', 'not memory: custom instructions'],
  ['model_editable_context', 'not memory: custom instructions'],
  ['system_error', 'not a message: error'],
])

/** Text in `parts`, where newer messages mix it with pictures and sound; or in a field of its own. */
function readParts(content: JsonObject | undefined): { text: string; others: string[] } {
  const texts: string[] = []
  const others: string[] = []
  for (const part of arrayOf(content?.['parts'])) {
    const fields = objectOf(part)
    // What was spoken is there as a text of its own.
    const text = textOf(part) ?? textOf(fields?.['text'])
    if (text !== undefined) texts.push(text)
    else if (fields !== undefined) others.push(PARTS.get(textOf(fields['content_type']) ?? '') ?? 'other')
  }
  if (texts.length === 0) {
    const text = textOf(content?.['text']) ?? textOf(content?.['result'])
    if (text !== undefined) texts.push(text)
  }
  return { text: texts.join('\n'), others }
}

const PARTS: ReadonlyMap<string, string> = new Map([
  ['image_asset_pointer', 'image'],
  ['audio_asset_pointer', 'sound'],
  ['video_container_asset_pointer', 'film'],
  ['real_time_user_audio_video_asset_pointer', 'sound'],
])
