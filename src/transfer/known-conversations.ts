import { createHash } from 'node:crypto'
import { clip } from '../text/clip.js'

export interface KnownConversations {
  /** The session of a conversation that has no id of its own, known by what was said in it first. */
  sessionOf(beginning: string): { readonly session: string; readonly sessionKey: string }
  /** When a message was seen first, if that is what it is now. */
  firstSeen(message: SeenMessage, at: number | null): number | null
}

interface SeenMessage {
  readonly sessionKey: string
  readonly position: number
  readonly role: string
  readonly content: string
}

/**
 * In a log of requests each repeats all that was said before it. What is repeated must be the same turn again,
 * although the request came later.
 */
export function createKnownConversations(name: string): KnownConversations {
  const sessions = new Map<string, string>()
  const times = new Map<string, number | null>()
  return {
    sessionOf(beginning) {
      const start = clip(beginning, BEGINNING_CHARS)
      const session =
        sessions.get(start) ?? (sessions.size === 0 ? name : `${clip(name, 180)} #${sessions.size + 1}`)
      sessions.set(start, session)
      return { session, sessionKey: `${name} begins ${start}` }
    },
    firstSeen({ sessionKey, position, role, content }, at) {
      const key = createHash('sha256')
        .update(JSON.stringify([sessionKey, position, role, content]))
        .digest('base64')
      const before = times.get(key)
      if (before !== undefined) return before
      // Bounded: past it, a repeated message of a log without times of its own may be kept twice.
      if (times.size < SEEN_MAX) times.set(key, at)
      return at
    },
  }
}

const BEGINNING_CHARS = 1_000
const SEEN_MAX = 200_000
