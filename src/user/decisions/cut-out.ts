import type { Span } from '../../text/span.js'
import { wellFormed } from '../../text/well-formed.js'

/** The words at a place, which an archive may have put in the middle of a character. */
export function cutOut(text: string, [start, end]: Span): string {
  return wellFormed(text.substring(start, end)) // slice-ok: made well-formed
}
