import { wrapped } from './described.js'
import { shownWidth } from './table.js'

/**
 * A text behind its lead, wrapped under its own beginning. Where a word is wider than the room it is left to the
 * terminal: a path or an id that is cut in two cannot be copied.
 */
export function hanging(lead: string, text: string, columns: number): string[] {
  const indent = shownWidth(lead)
  const room = columns - indent
  if (text.split(' ').some((word) => shownWidth(word) > room)) return [lead + text]
  return wrapped(text, room).map((line, index) => (index === 0 ? lead : ' '.repeat(indent)) + line)
}
