import { countFeeds } from './cut-pieces.js'

/** Of what a shell printed: how it began, and how it ended, in bytes of UTF-8. */
export const SHELL_HEAD_BYTES = 6 * 1024
export const SHELL_TAIL_BYTES = 24 * 1024
/** Of any other output. */
export const HEAD_BYTES = 2 * 1024

/** One part of a text that is shown. */
export interface Shown {
  readonly text: string
  /** [start, end) in UTF-16 units of the whole. */
  readonly start: number
  readonly end: number
  /** The lines it has something of, from 1. */
  readonly line: number
  readonly lastLine: number
  /** Whether it begins and ends where lines do. */
  readonly isWholeLines: boolean
}

/** What a pointer shows of a text: whole characters, and whole lines where a line ends in the nearer half of the part. */
export function preview(text: string, isShell: boolean): readonly Shown[] {
  const headEnd = endOfHead(text, isShell ? SHELL_HEAD_BYTES : HEAD_BYTES)
  const tailStart = isShell ? startOfTail(text, SHELL_TAIL_BYTES, headEnd) : text.length
  // Nothing lies between them: it is one part.
  if (tailStart === headEnd && isShell) return [shown(text, 0, text.length)]
  return [shown(text, 0, headEnd), ...(tailStart < text.length ? [shown(text, tailStart, text.length)] : [])]
}

function shown(text: string, start: number, end: number): Shown {
  const part = text.substring(start, end) // slice-ok: neither end parts a character
  const line = countFeeds(text.substring(0, start)) + 1 // slice-ok: only counted
  const isAtEnd = end === text.length || text.charAt(end - 1) === '\n'
  return {
    text: part,
    start,
    end,
    line,
    lastLine: line + countFeeds(part) - (part.endsWith('\n') ? 1 : 0),
    isWholeLines: isAtEnd && (start === 0 || text.charAt(start - 1) === '\n'),
  }
}

function endOfHead(text: string, maxBytes: number): number {
  const end = fitting(text, maxBytes)
  if (end === text.length) return end
  const feed = text.lastIndexOf('\n', end - 1)
  return feed + 1 > end / 2 ? feed + 1 : end
}

/** Where the last `maxBytes` begin, never before `from`. */
function startOfTail(text: string, maxBytes: number, from: number): number {
  let bytes = 0
  let start = text.length
  while (start > from) {
    const size = isLow(text, start - 1) && start - 2 >= from ? 2 : 1
    bytes += bytesOf(text.codePointAt(start - size) ?? 0)
    if (bytes > maxBytes) break
    start -= size
  }
  if (start === from || text.charAt(start - 1) === '\n') return start
  const feed = text.indexOf('\n', start)
  return feed !== -1 && feed + 1 < start + (text.length - start) / 2 ? feed + 1 : start
}

function fitting(text: string, maxBytes: number): number {
  let bytes = 0
  let end = 0
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0
    bytes += bytesOf(code)
    if (bytes > maxBytes) break
    end += code > 0xffff ? 2 : 1
  }
  return end
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
