import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import { sentencesOf } from '../../text/sentences.js'
import { wellFormed } from '../../text/well-formed.js'
import { nameOfWords } from '../../user/memory-extraction/name-of-words.js'
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from '../../user/records/record.js'

/** Text from outside as a name: on one line, of at most so many characters; empty where nothing is left of it. */
export function nameFrom(text: string): string {
  return oneLine(text, NAME_MAX_CHARS)
}

export function descriptionFrom(text: string): string {
  return oneLine(text, DESCRIPTION_MAX_CHARS)
}

/**
 * A name and a description for a text that has none: its first words, its first sentence.
 *
 * @example describeText('Prefers tea. Never coffee.') // { name: 'Prefers tea', description: 'Prefers tea.' }
 */
export function describeText(text: string): { readonly name: string; readonly description: string } {
  const whole = oneLine(text, LOOK_CHARS)
  const first = sentencesOf(whole)[0] ?? ''
  const description = whole.length <= DESCRIPTION_MAX_CHARS ? whole : descriptionFrom(first)
  return { name: nameOfWords(first), description }
}

/** What can be a line as it is stays so, but for spaces around it. What is too long ends in … */
function oneLine(text: string, maxChars: number): string {
  const line = asOneLine(wellFormed(clip(text, LOOK_CHARS))).trim()
  return line.length <= maxChars ? line : `${clip(line, maxChars - 1).trim()}…`
}

const LOOK_CHARS = 8 * 1024
