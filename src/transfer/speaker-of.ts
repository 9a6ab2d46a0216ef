import { clip } from '../text/clip.js'
import { fold } from '../text/fold.js'

/** Whose words a message in a chat of several people is. */
export interface ChatSpeaker {
  readonly role: 'user' | 'contact' | 'tool'
  readonly speaker: string | null
}

/**
 * Everyone in a chat is a person of their own: only the words of who is called `me` are the user's. `names`: what this one
 * is called, best first; their id may be one of them. What a bot posts is a tool's.
 */
export function speakerOf(
  names: readonly (string | undefined)[],
  me: string | undefined,
  isBot = false,
): ChatSpeaker {
  const known = names.filter((name) => name !== undefined && name.trim() !== '') as string[]
  const [shown] = known
  const speaker = shown === undefined ? null : clip(shown.trim(), NAME_CHARS)
  if (isBot) return { role: 'tool', speaker }
  const wanted = me === undefined ? undefined : fold(me.trim())
  const isMe = wanted !== undefined && known.some((name) => fold(name.trim()) === wanted)
  return { role: isMe ? 'user' : 'contact', speaker }
}

const NAME_CHARS = 200
