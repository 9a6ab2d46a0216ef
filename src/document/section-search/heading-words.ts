import { classAt, isContinuous, widthAt } from '../../text/scripts.js'
import { segment } from '../../text/segment.js'
import { CONTEXT_SEPARATOR, ownHeading } from '../own-heading.js'
import { SECTION_WEIGHTS } from './section-weights.js'

/** Words of a heading, as the index writes them, each with its share of a word's worth. */
export type HeadingWords = ReadonlyMap<string, number>

export interface Headings {
  readonly own: HeadingWords
  /** Of the title and of the headings above. */
  readonly above: HeadingWords
}

/** The headings of a section's item, of its text. */
export function headingsOf(text: string): Headings {
  const own = ownHeading(text)
  const end = text.indexOf('\n') - own.length - CONTEXT_SEPARATOR.length
  return { own: wordsOf(own), above: wordsOf(text.substring(0, Math.max(0, end))) } // slice-ok: before a separator
}

/** Headings come again with each question; a few thousand are kept. */
function wordsOf(heading: string): HeadingWords {
  const known = memo.get(heading)
  if (known !== undefined) return known
  const { words, parts } = segment(heading)
  const found = new Map<string, number>()
  for (const part of parts) found.set(part, shareOf(part))
  for (const word of words) found.set(word, 1)
  if (memo.size >= MEMO_LIMIT) memo.clear()
  memo.set(heading, found)
  return found
}

const MEMO_LIMIT = 5_000
const memo = new Map<string, HeadingWords>()

function shareOf(part: string): number {
  if (!isContinuous(classAt(part, 0))) return SECTION_WEIGHTS.partInHeading
  return part.length === widthAt(part, 0) ? SECTION_WEIGHTS.singleInHeading : 1
}
