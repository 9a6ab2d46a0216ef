import { codeCloser } from './code-spans.js'
import { createEmphasis } from './emphasis.js'
import { entityAt } from './entities.js'
import { autolinkEnd, isInlineTag, linkTargetEnd, tagEnd } from './link-syntax.js'
import { hide, isOfBlock, type Marks, swap, unitAt } from './marks.js'

/** Hides the inline markup of one paragraph, [from, to). What is hidden already is a space to it. */
export function hideInlineMarks(marks: Marks, from: number, to: number): void {
  const { text } = marks
  marks.blocks.push([from, to])
  const emphasis = createEmphasis(marks, from, to)
  const brackets: Bracket[] = []
  // Links do not hold links: brackets before one are text.
  let inactive = 0
  const closes = codeCloser(text, to)
  for (let at = from; at < to; ) {
    if (isOfBlock(marks, at)) {
      at++
      continue
    }
    switch (text.charAt(at)) {
      case '\\':
        if (ESCAPABLE.test(text.charAt(at + 1)) && at + 1 < to) hide(marks, at, at + 1)
        at += 2
        break
      case '`':
        at = readCode(marks, at, to, closes)
        break
      case '<':
        at = readAngle(marks, at, to)
        break
      case '&': {
        const entity = entityAt(text, at, to)
        if (entity !== undefined) swap(marks, at, entity.end, entity.by)
        at = entity?.end ?? at + 1
        break
      }
      case '*':
      case '_':
      case '~':
        at = emphasis.add(at)
        break
      case '!':
        if (unitAt(marks, at + 1) === OPEN && at + 1 < to) {
          brackets.push({ at, text: at + 2, isImage: true, emphasis: emphasis.count() })
          at++
        }
        at++
        break
      case '[':
        brackets.push({ at, text: at + 1, isImage: false, emphasis: emphasis.count() })
        at++
        break
      case ']': {
        const bracket = brackets.pop()
        const isActive = bracket?.isImage === true || brackets.length >= inactive
        inactive = Math.min(inactive, brackets.length)
        const end = bracket === undefined || !isActive ? at : bracketEnd(marks, bracket, at, from, to)
        if (bracket === undefined || end === at) {
          at++
          break
        }
        hide(marks, bracket.at, bracket.text)
        hide(marks, at, end)
        marks.nodes.push([bracket.at, end])
        emphasis.pair(bracket.emphasis)
        if (!bracket.isImage) inactive = brackets.length
        at = end
        break
      }
      default:
        at++
    }
  }
  emphasis.pair(0)
}

interface Bracket {
  readonly at: number
  /** Where its text begins. */
  readonly text: number
  readonly isImage: boolean
  /** How much emphasis was seen before it. */
  readonly emphasis: number
}

const OPEN = 0x5b // [

/** ASCII punctuation, and a line break: then it is a hard one. */
const ESCAPABLE = /[!-/:-@[-`{-~\n\r]/

/** Where a link or image ends whose text ends at `close`; `close` itself where it is none. */
function bracketEnd(
  marks: Marks,
  { at, text: begin, isImage }: Bracket,
  close: number,
  from: number,
  to: number,
): number {
  const { text } = marks
  const next = close + 1 < to ? text.charAt(close + 1) : ''
  if (next === '(') return linkTargetEnd(marks, close + 1, to) ?? close
  if (!isImage && isFootnote(text, begin, close)) {
    hide(marks, begin, close)
    // Where it begins a paragraph, that is the note itself.
    return next === ':' && at === from ? close + 2 : close + 1
  }
  // As in `matrix[0][1]`.
  if (next !== '[' || WORD.test(text.charAt(at - 1))) return close
  for (let end = close + 2; end < Math.min(to, close + 1000); end++) {
    const char = text.charAt(end)
    if (char === ']') return end + 1
    if (char === '[') break
  }
  return close
}

function isFootnote(text: string, begin: number, end: number): boolean {
  // slice-ok: looked at only
  return text.charAt(begin) === '^' && end - begin < 100 && /^\^[^\s[\]]+$/.test(text.substring(begin, end))
}

const WORD = /[\p{L}\p{N}_\])]/u

/** Goes on behind the code that begins at a place, or behind its backticks where it does not end. */
function readCode(
  marks: Marks,
  at: number,
  to: number,
  closes: (at: number, marks: number) => number | undefined,
): number {
  const { text } = marks
  let begin = at
  while (begin < to && text.charAt(begin) === '`') begin++
  const close = closes(begin, begin - at)
  if (close === undefined) return begin
  const end = close + begin - at
  hide(marks, at, begin)
  hide(marks, close, end)
  marks.nodes.push([at, end])
  const isPadded = text.charAt(begin) === ' ' && text.charAt(close - 1) === ' '
  // slice-ok: looked at only
  if (isPadded && text.substring(begin, close).trim() !== '') {
    hide(marks, begin, begin + 1)
    hide(marks, close - 1, close)
  }
  return end
}

function readAngle(marks: Marks, at: number, to: number): number {
  const link = autolinkEnd(marks, at, to)
  if (link !== undefined) {
    hide(marks, at, at + 1)
    hide(marks, link - 1, link)
    return link
  }
  const end = tagEnd(marks, at, to)
  if (end === undefined) return at + 1
  if (isInlineTag(marks.text, at, end)) hide(marks, at, end)
  else swap(marks, at, end, ' ')
  return end
}
