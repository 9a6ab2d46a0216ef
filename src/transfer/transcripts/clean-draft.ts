import type { EventDraft } from '../../task/event.js'
import { redact } from '../../text/redact.js'
import { cleanWords } from '../clean-words.js'

/**
 * An event without what nobody meant to keep: for what programs append while no one looks. How much that was stands in
 * its data.
 */
export function cleanDraft(draft: EventDraft): EventDraft {
  const { type, role, speaker } = draft
  const text = redact(draft.text, { isPersons: type === 'message' && role === 'user' })
  const { words: data, masked: inData } = cleanWords(draft.data)
  const who = redact(speaker ?? '')
  const masked = text.masked + inData + who.masked
  if (masked === 0) return draft
  return {
    ...draft,
    ...(who.masked === 0 ? {} : { speaker: who.text }),
    text: text.text,
    data: { ...data, masked },
  }
}
