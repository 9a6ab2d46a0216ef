import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import { sentencesOf } from '../../text/sentences.js'
import { stemOf } from './file-name.js'
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from './record.js'

/** A name and a description for Markdown that has none: its first heading, else the file's name; its first sentence. */
export function describeBody(
  file: string,
  body: string,
): { readonly name: string; readonly description: string } {
  let heading = ''
  let sentence = ''
  for (const line of proseLines(body)) {
    const title = headingOf(line)
    if (title === undefined) sentence ||= sentencesOf(line.replace(LIST_MARK, ''))[0] ?? ''
    else heading ||= title
    if (heading !== '' && sentence !== '') break
  }
  const name = plain(heading, NAME_MAX_CHARS) || plain(stemOf(file), NAME_MAX_CHARS) || 'record'
  return { name, description: plain(sentence, DESCRIPTION_MAX_CHARS) }
}

/** Lines that are neither empty, nor drawn, nor code. */
function* proseLines(body: string): Generator<string> {
  let fence: string | undefined
  for (const line of clip(body, LOOK_CHARS).split('\n')) {
    const trimmed = line.trim()
    const mark = /^(?:```|~~~)/.exec(trimmed)?.[0]
    if (fence !== undefined) fence = mark === fence ? undefined : fence
    else if (mark !== undefined) fence = mark
    else if (trimmed !== '' && !DRAWN.test(trimmed)) yield trimmed
  }
}

/** Undefined for a line that is no heading. */
function headingOf(line: string): string | undefined {
  const marks = /^#{1,6}(?=[ \t])/.exec(line)?.[0]
  if (marks === undefined) return undefined
  const title = line.substring(marks.length).trim() // slice-ok: behind ASCII
  return /[ \t]#+$/.test(title) ? title.replace(/#+$/, '').trim() : title
}

function plain(text: string, maxChars: number): string {
  return clip(asOneLine(text).replace(/\s+/g, ' ').trim(), maxChars).trim()
}

// A name is looked for at the top, not in the whole of a book.
const LOOK_CHARS = 8 * 1024
const DRAWN = /^[-=*_|<>:\s]+$/
const LIST_MARK = /^(?:[-*+>]|\d{1,9}[.)])\s+/
