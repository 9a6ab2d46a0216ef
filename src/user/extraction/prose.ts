import type { Span } from '../../text/span.js'
import type { Paste } from './pasted.js'

/** A line of prose, without its bullet or number. */
export interface ProseLine {
  readonly span: Span
  /** It does not go on from the line above: a list item, a heading, or the first after an empty line. */
  readonly isStart: boolean
  /** After an empty line, or what was set aside. */
  readonly isParagraph: boolean
  /** What stood before it. */
  readonly mark: 'item' | 'heading' | null
}

/** The lines that the speaker wrote, without what was pasted. Linear: every test looks at the head of a line. */
export function proseLines(text: string, from: number, to: number, paste: Paste): ProseLine[] {
  const lines: ProseLine[] = []
  let isParagraph = true
  for (let start = from; start < to; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 || found > to ? to : found
    head.lastIndex = start
    const mark = head.exec(text)?.[0] ?? ''
    const begin = Math.min(start + mark.length, end)
    const ownEnd = paste.ownEnd(start, begin, end)
    if (ownEnd <= begin) isParagraph = true
    else {
      // a single character says nothing
      if (ownEnd > begin + 1) {
        lines.push({
          span: [begin, ownEnd],
          isStart: isParagraph || mark.trim() !== '',
          isParagraph,
          mark: markOf(mark),
        })
      }
      isParagraph = ownEnd < end
    }
    start = end + 1
  }
  return lines
}

// Blanks before a bullet are capped: a line of blanks must not be looked at again and again.
const head =
  /[ \t\r\u3000]{0,200}(?:(?:[-*•·‣◦+]|#{1,6}|\d{1,3}[.)、]|[（(]\d{1,3}[)）])[ \t]{1,20})?(?:\*\*(?=\S))?/y

function markOf(mark: string): ProseLine['mark'] {
  const sign = mark.trim().replace(/\*\*$/, '')
  return sign === '' ? null : sign.startsWith('#') ? 'heading' : 'item'
}
