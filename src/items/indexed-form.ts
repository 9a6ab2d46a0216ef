import { segment } from '../text/segment.js'
import { indexedLength } from './terms.js'

/** An item's text as the indexes hold it. */
export interface IndexedForm {
  /** Segmented, joined with spaces. */
  readonly words: string
  readonly parts: string
  /** For ranking: of the text alone, whatever is indexed once more. */
  readonly length: number
}

/**
 * Segments a text. The words of its heading are indexed once more, marked: so the index finds what is about a word before
 * all the rest that holds it.
 */
export function indexedForm(text: string, heading = ''): IndexedForm {
  const { words, parts } = segment(text)
  const about = segment(heading)
  const marked = new Set([...about.words, ...about.parts].map(headingToken))
  return {
    words: words.join(' '),
    parts: [...parts, ...marked].join(' '),
    length: indexedLength(words, parts),
  }
}

/** As a token of a heading is indexed. No text forges it: the mark is a sign, and segmenting leaves those out. */
export function headingToken(token: string): string {
  return `¶${token}`
}
