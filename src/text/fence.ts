import { disarm, LINE_BREAKS } from './disarm.js'
import { foldWithOffsets } from './fold.js'
import type { Span } from './span.js'

/** Remembered text as it goes into a prompt: who said it, how far it is believed, and when. */
export interface FencedText {
  readonly text: string
  readonly origin: string
  readonly trust: string
  /** A day, like `2026-05-01`; null where it is not known. */
  readonly day: string | null
  /** Whether its line breaks mean something, as in Markdown; the lines behind the first are set in. Default false. */
  readonly keepsLines?: boolean
}

/**
 * Remembered texts as one block for a prompt: a mark before and behind it, and on each line where it comes from. No text
 * can close the block or pass for a line of it, and {@link stripFenced} knows the block again wherever it comes back.
 */
export function fence(kind: string, note: string, texts: readonly FencedText[], more: string | null): string {
  return [
    `<${NAME} kind="${kind}">`,
    note,
    ...texts.map(fencedLine),
    ...(more === null ? [] : [more]),
    `</${NAME}>`,
  ].join('\n')
}

/** One text of a block, as {@link fence} writes it. */
export function fencedLine({ text, origin, trust, day, keepsLines = false }: FencedText): string {
  const plain = keepsLines ? withoutMarks(disarm(setIn(text))) : inFence(text)
  return `[memory ${day ?? 'undated'} ${origin} ${trust}] ${plain}`
}

/** A text as one line that may stand in a block: it closes none, and passes for no line of one. */
export function inFence(text: string): string {
  return withoutMarks(disarm(text.replace(LINE_BREAKS, ' ').replace(/\s+/g, ' ').trim()))
}

/** Lines that belong to the one with the mark begin with this. */
const INDENT = '  '

function setIn(text: string): string {
  const lines = text.replace(LINE_BREAKS, '\n').trim().split('\n')
  return lines.map((line) => line.trimEnd()).join(`\n${INDENT}`)
}

/**
 * Blanks what {@link fence} wrote, so that nothing is learnt from what was only shown: blocks without their end, ends
 * without their beginning and single lines too, whatever was done to their case, spaces and invisible characters. Places
 * stay what they were: a space stands for each character.
 */
export function stripFenced(text: string): string {
  if (!MAY_HOLD.test(text)) return text
  const spans = fencedSpans(text)
  let rest = ''
  let at = 0
  for (const [start, end] of spans) {
    rest += text.substring(at, start) + text.substring(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return rest + text.substring(at)
}

const NAME = 'recollect-memory'

/** What every mark has in it, however it was set: cheap to look for. */
const MAY_HOLD = /[<[＜﹤［﹝]|&[lg]t;|m\W{0,4}e\W{0,4}m\W{0,4}o\W{0,4}r\W{0,4}y|[\uff2d\uff4d]/iu

/** In the squeezed text: letters, digits and brackets alone. Brackets may have been changed, or be gone. */
const MARKS =
  /<(\/?)recollectmemory[^<>]*>?|\[?recollectmemorykind(?:[a-z]{0,40}\])?|\[?(\/)recollectmemory\]?/g
const ORIGIN = '(?:user|assistant|tool|document|import|correction)'
const TRUST = '(?:definitive|stated|observed|untrusted)'
const DAY = String.raw`(?:\d{8}|undated)`
/** Without brackets only where all three stand in it. */
const LINES = new RegExp(
  String.raw`\[?memory${DAY}${ORIGIN}${TRUST}\]?|\[memory(?:${DAY}|${ORIGIN}${TRUST}|${DAY}${ORIGIN})\]`,
  'g',
)

/** In their order, and apart from each other. */
function fencedSpans(text: string): Span[] {
  const { squeezed, starts, ends } = squeeze(text)
  const place = (from: number, to: number): Span => [starts[from] ?? 0, ends[to - 1] ?? text.length]
  const spans: Span[] = []
  let openAt: number | undefined
  let isFirst = true
  for (const match of squeezed.matchAll(MARKS)) {
    const [start, end] = place(match.index, match.index + match[0].length)
    const isSure = match[1] !== undefined
    if ((match[1] ?? match[2] ?? '') === '') openAt ??= start
    // A path may end like this.
    else if (!isSure && openAt === undefined && !match[0].startsWith('[')) continue
    else {
      // An end whose beginning was cut off: what stands before it was inside.
      if (openAt !== undefined || isFirst) spans.push([openAt ?? 0, end])
      else spans.push([start, end])
      openAt = undefined
    }
    isFirst = false
  }
  if (openAt !== undefined) spans.push([openAt, text.length])
  for (const match of squeezed.matchAll(LINES)) {
    const [start, end] = place(match.index, match.index + match[0].length)
    spans.push([start, endOfLines(text, end)])
  }
  return united(spans)
}

/** The end of this line and of those that belong to it: that are set in behind it, or that it was wrapped into. */
function endOfLines(text: string, from: number): number {
  let start = from
  for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (!text.startsWith(INDENT, end + 1) && !isWrapped(text, start, end)) return end
    start = end + 1
  }
  return text.length
}

/** A line that ends no sentence, where the next goes on in lower case, or it was long. */
function isWrapped(text: string, start: number, end: number): boolean {
  const last = text.charAt(end - 1) === '\r' ? end - 2 : end - 1
  if (last < start || /[\s.!?;:。！？；：]/.test(text.charAt(last))) return false
  const next = text.charAt(end + 1)
  return /\p{Ll}/u.test(next) || (end - start >= WRAPPED_AT && /[\p{L}\p{N}]/u.test(next))
}

/** Who wraps lines does it at some width: a line that ends before this was ended by its writer. */
const WRAPPED_AT = 60

function united(spans: readonly Span[]): Span[] {
  const apart: [number, number][] = []
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([start, end])
  }
  return apart
}

interface Squeezed {
  readonly squeezed: string
  /** Where each of its characters begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Without all that a program on the way may have changed: case, width, spaces, dashes, invisible characters. */
function squeeze(text: string): Squeezed {
  const folded = foldWithOffsets(text)
  const starts: number[] = []
  const ends: number[] = []
  let squeezed = ''
  for (let i = 0; i < folded.text.length; i++) {
    const named =
      folded.text.charAt(i) === '&' ? ESCAPES.find(([name]) => folded.text.startsWith(name, i)) : undefined
    const char = named?.[1] ?? folded.text.charAt(i)
    const length = named?.[0].length ?? 1
    const sign = BRACKETS.get(char) ?? char
    if (/[a-z0-9<>/[\]]/.test(sign)) {
      squeezed += sign
      starts.push(folded.starts[i] as number)
      ends.push(folded.ends[i + length - 1] as number)
    }
    i += length - 1
  }
  return { squeezed, starts, ends }
}

/** What a program may have written for our brackets. */
const BRACKETS: ReadonlyMap<string, string> = new Map(
  [...'({【〔「']
    .map((open): [string, string] => [open, '['])
    .concat([...')}】〕」'].map((end) => [end, ']'])),
)

const ESCAPES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
] as const

/** Text that writes our marks itself keeps its words, and no mark. */
export function withoutMarks(line: string): string {
  if (!MAY_HOLD.test(line)) return line
  const { squeezed, starts, ends } = squeeze(line)
  let rest = ''
  let at = 0
  for (const match of squeezed.matchAll(FORGED)) {
    const start = starts[match.index] as number
    rest += `${line.substring(at, start)}${INSTEAD.get(match[0])}`
    at = ends[match.index] as number
  }
  return rest + line.substring(at)
}

const FORGED = /<(?=\/?recollect)|\[(?=memory(?:\d|undated))|\/(?=recollectmemory)/g
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['<', '‹'],
  ['[', '('],
  ['/', '\u2044'],
])
