import { identityOf } from '../items/identity.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import type { SessionRef } from '../task/transcript.js'
import { wellFormed } from '../text/well-formed.js'

/** The sessions of one source. */
export interface SessionsOfImport {
  /** The session of a message or event. */
  of(entry: InSession): KnownSession
  /** The place of a message in its session: what the source says, else they are counted. */
  place(session: KnownSession, position: number | undefined): number
  count(): number
}

interface InSession {
  readonly session: string | null
  readonly sessionKey?: string
  readonly channel: string | null
}

export interface KnownSession {
  readonly ref: SessionRef
  /** What the session is known by. */
  readonly key: string
}

/** `fallback`: the session of what names none. */
export function createSessions(spine: Spine, reach: Reach, fallback: string): SessionsOfImport {
  const sessions = new Map<string, KnownSession>()
  const messages = new Map<string, number>()
  return {
    of({ session, sessionKey, channel }) {
      const name = wellFormed(session ?? fallback)
      const key = sessionKey ?? name
      const known = sessions.get(key)
      if (known !== undefined) return known
      const nameKey = identityOf(spine.identityKey, [reach.writes, 'session', key])
      const made = { key, ref: { name, nameKey, id: spine.env.newId(), channel } }
      sessions.set(key, made)
      return made
    },
    place({ key }, position) {
      const counted = (messages.get(key) ?? 0) + 1
      messages.set(key, counted)
      return position ?? counted
    },
    count: () => sessions.size,
  }
}
