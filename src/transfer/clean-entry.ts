import { redact } from '../text/redact.js'
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
  let total = 0
  const clean = (text: string) => {
    if (!isUnattended || keepSecrets) return { text, masked: 0 }
    const redacted = redact(text)
    total += redacted.masked
    return redacted
  }
  return {
    message(message) {
      if (!isUnattended) return { message, masked: 0 }
      const { content, asWritten = content } = message
      const { text, masked } = clean(withoutInjected(content))
      if (text.trim() === '') return { message: undefined, masked }
      return { message: text === content ? message : { ...message, content: text, asWritten }, masked }
    },
    event(event) {
      const { text, masked } = clean(event.text)
      return { event: text === event.text ? event : { ...event, text }, masked }
    },
    masked: () => total,
  }
}
