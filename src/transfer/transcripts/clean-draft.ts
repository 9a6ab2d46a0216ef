import type { EventDraft } from '../../task/event.js'
import { redact } from '../../text/redact.js'

/**
 * An event without what nobody meant to keep: for what programs append while no one looks. How much that was stands in
 * its data.
 */
export function cleanDraft(draft: EventDraft): EventDraft {
  const text = redact(draft.text)
  const path = draft.data.path === undefined ? undefined : redact(draft.data.path)
  const masked = text.masked + (path?.masked ?? 0)
  if (masked === 0) return draft
  return {
    ...draft,
    text: text.text,
    data: { ...draft.data, ...(path === undefined ? {} : { path: path.text }), masked },
  }
}
