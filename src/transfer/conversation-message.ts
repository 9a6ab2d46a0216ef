import { z } from 'zod'
import type { Origin } from '../items/item.js'
import { wellFormed } from '../text/well-formed.js'
import type { Problem } from './problem.js'
import { readTime } from './time-field.js'

// One bad name must not stop the import of all else: it is kept as far as every store can keep it.
const name = (maxChars: number) => z.string().max(maxChars).transform(wellFormed)

const schema = z.object(
  {
    role: z.string('give whose message it is, e.g. user').trim().min(1).max(64).transform(wellFormed),
    content: z.string('give the message as text'),
    at: z.union([z.string(), z.number()]).nullish(),
    speaker: name(256).nullish(),
    session: z.string().min(1).max(512).transform(wellFormed).nullish(),
    channel: name(128).nullish(),
    id: z.union([name(512), z.number()]).nullish(),
  },
  'give one JSON object a line: {"role": "user", "content": "…"}',
)

/** One message of a conversation, as its source gives it. */
export interface ConversationMessage {
  readonly role: string
  readonly content: string
  /** The content with what a program put into it, where that was taken out: by that it is known again. */
  readonly asWritten?: string
  /** Milliseconds UTC. */
  readonly at: number | null
  readonly speaker: string | null
  readonly session: string | null
  /** What its session is known by again where that is not the name: a title may change. */
  readonly sessionKey?: string
  readonly channel: string | null
  /** The source's own id, where it has one. */
  readonly id: string | null
  /** Its place in the session, where the source says it; else they are counted. */
  readonly position?: number
}

export type ReadMessage =
  | { readonly ok: true; readonly message: ConversationMessage }
  | { readonly ok: false; readonly problem: Problem }

/** Reads a line `{role, content, at, speaker, session, channel, id}`; all but role and content may be absent. */
export function readMessage(line: string, zone: string): ReadMessage {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { ok: false, problem: notJson(error) }
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') || 'the line'
    return { ok: false, problem: { reason: where, detail: issue?.message ?? 'not valid' } }
  }
  const { role, content, at, speaker, session, channel, id } = parsed.data
  if (content.trim() === '') return { ok: false, problem: { reason: 'content', detail: 'empty' } }
  const time = readTime(at, zone)
  if (!time.ok) return time
  return {
    ok: true,
    message: {
      role: role.toLowerCase(),
      content,
      at: time.at,
      speaker: speaker ?? null,
      session: session ?? null,
      channel: channel ?? null,
      id: id === null || id === undefined ? null : String(id),
    },
  }
}

/** What is wrong with a text that `JSON.parse` refused. */
export function notJson(error: unknown): Problem {
  return { reason: 'not JSON', detail: error instanceof Error ? error.message : String(error) }
}

/** Whose words a message is; `asMine` when the user vouches that the `user` turns are their own. */
export function originOf(role: string, asMine: boolean): Origin {
  if (role === 'assistant') return 'assistant'
  if (role === 'tool' || role === 'function') return 'tool'
  // What someone attached is not what they said.
  if (role === 'document') return 'document'
  return role === 'user' && asMine ? 'user' : 'import'
}
