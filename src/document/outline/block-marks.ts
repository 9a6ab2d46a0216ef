import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { takeExplicitId } from './explicit-id.js'
import { hideInlineMarks } from './inline-marks.js'
import { hideOfBlock, type Marks } from './marks.js'

/** Hides the marks of the blocks of a piece of Markdown, and of the texts in them. Line by line, each looked at once. */
export function hideBlockMarks(marks: Marks): void {
  const { text } = marks
  const state: State = { fence: undefined, from: -1, to: -1, isAfterBlank: true, item: 0, quotes: 0 }
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  hideOfBlock(marks, 0, mark)
  for (let at = mark; at < text.length; ) {
    const line = lineFrom(text, at)
    at = readLine(marks, state, line)
  }
  flush(marks, state)
}

interface Line {
  readonly start: number
  /** Without its break. */
  readonly end: number
  readonly next: number
}

interface State {
  fence:
    | { readonly mark: string; readonly length: number; readonly indent: number; readonly quotes: number }
    | undefined
  /** The paragraph that is open, [from, to); -1 where none is. */
  from: number
  to: number
  isAfterBlank: boolean
  /** How many quotes the last line stood in. */
  quotes: number
  /** How far in the text of the last list item stands; 0 outside of lists. */
  item: number
}

/** Gives where to go on. */
function readLine(marks: Marks, state: State, line: Line): number {
  const { text } = marks
  const quotes = quotesAt(marks, line.start, line.end, state.item + 4, state.fence?.quotes)
  let { at, count } = quotes
  if (state.fence !== undefined && count === state.fence.quotes) return readFenced(marks, state, line, at)
  state.fence = undefined
  for (let items = 0; items < MAX_ITEMS; items++) {
    // A quote begins a paragraph of its own; what goes on without its mark is still the same.
    if (count > state.quotes) flush(marks, state)
    if (count > 0 || state.from === -1) state.quotes = count
    const begin = at
    let column = begin - line.start
    for (; at < line.end && isSpace(text, at); at++)
      column = text.charAt(at) === '\t' ? column + 4 - (column % 4) : column + 1
    if (at === line.end) return endParagraph(marks, state, line, true)
    const rest = text.substring(at, line.end) // slice-ok: looked at only
    if (state.from === -1) {
      if (state.isAfterBlank && column === 0 && !LIST.test(rest)) state.item = 0
      const isCode = at - begin >= 4 && column >= state.item + 4
      if (isCode) return line.next
    }
    const next = readLeaf(marks, state, line, { at, rest, column, quotes: count })
    if (next !== undefined) return next
    const [, mark, space = ''] = LIST.exec(rest) ?? []
    if (mark === undefined || (space === '' && state.from !== -1)) break
    endParagraph(marks, state, line, false)
    if (mark.length === 1) hideOfBlock(marks, at, at + mark.length + space.length)
    if (space === '') return line.next
    state.item = column + mark.length + 1
    // The item may begin with a quote, a heading, a fence or another item.
    const inner = quotesAt(marks, at + mark.length, line.end, 4)
    at = inner.at
    count += inner.count
  }
  const isRow = text.charAt(at) === '|'
  if (isRow) flush(marks, state)
  if (state.from === -1) state.from = at
  state.to = line.end
  state.isAfterBlank = false
  if (isRow) flush(marks, state)
  return line.next
}

interface Rest {
  /** Where the rest of the line begins, behind the marks of quotes and items. */
  readonly at: number
  readonly rest: string
  readonly column: number
  readonly quotes: number
}

/** Reads what a line is that is no text: gives where to go on, undefined where it is text or an item. */
function readLeaf(
  marks: Marks,
  state: State,
  line: Line,
  { at, rest, column, quotes }: Rest,
): number | undefined {
  const isOpen = state.from !== -1
  if (isOpen && isUnderline(rest)) {
    hideId(marks, state.from, state.to)
    return hideLine(marks, state, line)
  }
  const isGone =
    RULE.test(rest) || (!state.isAfterBlank && isTableRule(rest)) || (!isOpen && DEFINITION.test(rest))
  if (isGone) return hideLine(marks, state, line)
  const hashes = HASHES.exec(rest)?.[0].length
  if (hashes !== undefined) return readHeading(marks, state, line, at, hashes)
  const fence = FENCE.exec(rest)?.[0]
  if (fence !== undefined) {
    state.fence = { mark: fence.charAt(0), length: fence.length, indent: column, quotes }
    return hideLine(marks, state, line)
  }
  const raw = rawEnd(marks.text, at)
  if (raw === undefined) return undefined
  endParagraph(marks, state, line, false)
  hideOfBlock(marks, at, raw)
  return raw
}

/** Hides the marks of quotes, at most `most`, each of which stands less than `room` further in. */
function quotesAt(
  marks: Marks,
  from: number,
  end: number,
  room: number,
  most = Number.POSITIVE_INFINITY,
): { readonly at: number; readonly count: number } {
  const { text } = marks
  let at = from
  let count = 0
  while (count < most) {
    let mark = at
    while (mark < end && mark - at < room && isSpace(text, mark)) mark++
    if (mark >= end || text.charAt(mark) !== '>') break
    const next = mark + 1 < end && isSpace(text, mark + 1) ? mark + 2 : mark + 1
    hideOfBlock(marks, at, next)
    at = next
    count++
  }
  return { at, count }
}

/** Items that begin on one line; what is behind them is text. */
const MAX_ITEMS = 24

function readFenced(marks: Marks, state: State, line: Line, at: number): number {
  if (state.fence === undefined || !closesFence(marks.text, at, line.end, state.fence)) return line.next
  state.fence = undefined
  return hideLine(marks, state, line)
}

function closesFence(text: string, from: number, end: number, fence: NonNullable<State['fence']>): boolean {
  let at = from
  while (at < end && isSpace(text, at)) at++
  if (at - from > fence.indent + 3) return false
  const begin = at
  while (at < end && text.charAt(at) === fence.mark) at++
  if (at - begin < fence.length) return false
  while (at < end && isSpace(text, at)) at++
  return at === end
}

function readHeading(marks: Marks, state: State, line: Line, at: number, hashes: number): number {
  const { text } = marks
  endParagraph(marks, state, line, false)
  let from = at + hashes
  while (from < line.end && isSpace(text, from)) from++
  let to = line.end
  while (to > from && isSpace(text, to - 1)) to--
  let close = to
  while (close > from && text.charAt(close - 1) === '#') close--
  if (close < to && (close === from || isSpace(text, close - 1))) to = close
  while (to > from && isSpace(text, to - 1)) to--
  hideOfBlock(marks, at, from)
  hideOfBlock(marks, to, line.end)
  state.from = from
  state.to = hideId(marks, from, to)
  return endParagraph(marks, state, line, false)
}

/** Gives where the heading ends without its id. */
function hideId(marks: Marks, from: number, to: number): number {
  // slice-ok: a heading
  const { id, rest } = takeExplicitId(marks.text.substring(from, to))
  if (id === undefined) return to
  hideOfBlock(marks, from + rest.length, to)
  return from + rest.length
}

function hideLine(marks: Marks, state: State, line: Line): number {
  endParagraph(marks, state, line, false)
  hideOfBlock(marks, line.start, line.next)
  return line.next
}

function endParagraph(marks: Marks, state: State, line: Line, isBlank: boolean): number {
  flush(marks, state)
  state.isAfterBlank = isBlank
  return line.next
}

function flush(marks: Marks, state: State): void {
  if (state.from !== -1 && state.from < state.to) hideInlineMarks(marks, state.from, state.to)
  state.from = -1
}

/** Behind a comment, script or style sheet that begins at a place; what is not closed goes to the end. */
function rawEnd(text: string, at: number): number | undefined {
  const close = RAW.find(([begins]) => begins.test(text.substring(at, at + 10)))?.[1] // slice-ok: looked at only
  if (close === undefined) return undefined
  close.lastIndex = at
  return close.exec(text) === null ? text.length : close.lastIndex
}

const RAW: readonly (readonly [RegExp, RegExp])[] = [
  [/^<!--/, /-->/g],
  [/^<script[\s>]/i, /<\/script>/gi],
  [/^<style[\s>]/i, /<\/style>/gi],
]

function isUnderline(rest: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(rest)
}

function isTableRule(rest: string): boolean {
  return /^[|:\- \t]+$/.test(rest) && rest.includes('|') && rest.includes('-')
}

const HASHES = /^#{1,6}(?=[ \t]|$)/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const LIST = /^([-*+]|\d{1,9}[.)])([ \t]+|$)/
// Not a footnote, which has a text.
const DEFINITION =
  /^\[(?!\^)[^[\]]{1,999}\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/

function lineFrom(text: string, start: number): Line {
  let end = start
  while (end < text.length && text.charAt(end) !== '\n' && text.charAt(end) !== '\r') end++
  const isPair = text.charAt(end) === '\r' && text.charAt(end + 1) === '\n'
  return { start, end, next: Math.min(text.length, end + (isPair ? 2 : 1)) }
}

function isSpace(text: string, at: number): boolean {
  const char = text.charAt(at)
  return char === ' ' || char === '\t'
}
