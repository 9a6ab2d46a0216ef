import { redact } from '../text/redact.js'
import { cleanWords } from './clean-words.js'
import type { ConversationEvent } from './conversation-event.js'
import type { ConversationMessage } from './conversation-message.js'
import { withoutInjected } from './injected.js'

/** Takes out of entries what nobody meant to keep, and counts it. */
export interface Cleaner {
  /** Without a message where nothing is left of it. */
  message(message: ConversationMessage): { readonly message: ConversationMessage | undefined; masked: number }
  event(event: ConversationEvent): { readonly event: ConversationEvent; readonly masked: number }
  /** Of all entries so far. */
  masked(): number
}

interface CleanerOptions {
  /** Of a source that programs wrote; in what people wrote themselves nothing is touched. */
  readonly isUnattended: boolean
  readonly keepSecrets: boolean | undefined
}

export function createCleaner({ isUnattended, keepSecrets = false }: CleanerOptions): Cleaner {
  const isCleaned = isUnattended && !keepSecrets
  let total = 0
  const clean = (text: string, isPersons = false) => {
    if (!isCleaned) return { text, masked: 0 }
    const redacted = redact(text, { isPersons })
    total += redacted.masked
    return redacted
  }
  /** A session is known again by what it was called. */
  const cleanSession = <S extends InSession>(entry: S): { readonly entry: S; readonly masked: number } => {
    const { session, sessionKey } = entry
    if (session === null) return { entry, masked: 0 }
    const { text, masked } = clean(session)
    if (masked === 0) return { entry, masked }
    return { entry: { ...entry, session: text, sessionKey: sessionKey ?? session }, masked }
  }
  return {
    message(given) {
      if (!isUnattended) return { message: given, masked: 0 }
      const { entry: message, masked: inSession } = cleanSession(given)
      const { content, asWritten = content, role, speaker } = message
      const { text, masked } = clean(withoutInjected(content), role === 'user')
      const who = clean(speaker ?? '')
      const all = masked + inSession + who.masked
      if (text.trim() === '') return { message: undefined, masked: all }
      const named = who.masked === 0 ? message : { ...message, speaker: who.text }
      return { message: text === content ? named : { ...named, content: text, asWritten }, masked: all }
    },
    event(given) {
      if (!isCleaned) return { event: given, masked: 0 }
      const { entry: event, masked: inSession } = cleanSession(given)
      const { text, masked } = clean(event.text)
      const { words, masked: inWords } = cleanWords({ ...event.data, key: event.id })
      total += inWords
      const { key: id, ...data } = words
      return {
        event: { ...event, text, data, id: id ?? event.id },
        masked: masked + inSession + inWords,
      }
    },
    masked: () => total,
  }
}

type InSession = Pick<ConversationMessage, 'session' | 'sessionKey'>
