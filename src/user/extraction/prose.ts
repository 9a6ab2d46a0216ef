import type { Span } from '../../text/span.js'
import { chineseNameEnd } from './chinese/names.js'
import { isGivenName } from './english/given-names.js'

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

/**
 * The lines that the speaker wrote: without code fences, block quotes, tables, logs, and dialogue that was pasted
 * (`User: …`). Linear: every test looks at the head of a line.
 */
export function proseLines(text: string, from: number, to: number): ProseLine[] {
  const lines: ProseLine[] = []
  let isFenced = false
  let isParagraph = true
  for (let start = from; start < to; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 || found > to ? to : found
    head.lastIndex = start
    const mark = head.exec(text)?.[0] ?? ''
    const begin = Math.min(start + mark.length, end)
    if (startsWith(fence, text, begin)) isFenced = !isFenced
    if (begin >= end) isParagraph = true
    else if (isFenced || isSetAside(text, start, begin)) isParagraph = true
    else {
      lines.push({
        span: [begin, end],
        isStart: isParagraph || mark.trim() !== '',
        isParagraph,
        mark: markOf(mark),
      })
      isParagraph = false
    }
    start = end + 1
  }
  return lines
}

// Blanks before a bullet are capped: a line of blanks must not be looked at again and again.
const head =
  /[ \t\r\u3000]{0,200}(?:(?:[-*•·‣◦+]|#{1,6}|\d{1,3}[.)、]|[（(]\d{1,3}[)）])[ \t]{1,20})?(?:\*\*(?=\S))?/y
const fence = /(?:```|~~~)/y
const quoted = /[ \t]{0,200}[>|]/y
const role =
  /(?:\*\*)?(?:user|assistant|system|human|ai|bot|tool|claude|chatgpt|gpt|gemini|copilot|speaker \d{1,3}|customer|agent|interviewer|q|a|用户|助手|系统|客户|客服|[A-Z][\w.]{0,20}(?: [A-Z][\w.]{0,20})?(?= ?[[(]\d))(?: ?[[(][^\])\n]{1,30}[\])])?(?:\*\*)?\s?[:：](?:\*\*)?/iy
const log =
  /(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[(?:info|warn|warning|error|debug|trace)\]|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\b|at [\w$.]{1,80}[ (]|Traceback|\$ |(?:import|export|const|let|var|function|class|def|return|from [\w.]{1,60} import|#include|public|private|select|insert|update|delete|create|alter) [^.\n]{0,200}[;{}=()])/y

function isSetAside(text: string, start: number, begin: number): boolean {
  return (
    startsWith(quoted, text, start) ||
    startsWith(fence, text, begin) ||
    startsWith(role, text, begin) ||
    isNamed(text, begin) ||
    startsWith(log, text, begin)
  )
}

/** `Ana: …`, `小红：…`: pasted from a chat, so that `I` in it is somebody else. */
function isNamed(text: string, at: number): boolean {
  speaker.lastIndex = at
  const given = speaker.exec(text)?.[1]
  if (given !== undefined) return isGivenName(given.toLowerCase())
  const end = chineseNameEnd(text, at)
  return end > at && text.charAt(end) === '：'
}

const speaker = /([A-Z][\p{L}'’-]{1,20})(?: [A-Z][\p{L}'’-]{1,20})?:/uy

function markOf(mark: string): ProseLine['mark'] {
  const sign = mark.trim().replace(/\*\*$/, '')
  return sign === '' ? null : sign.startsWith('#') ? 'heading' : 'item'
}

function startsWith(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
