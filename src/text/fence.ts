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
  const plain = keepsLines ? setIn(text) : text.replace(LINE_BREAKS, ' ').replace(/\s+/g, ' ').trim()
  return `[memory ${day ?? 'undated'} ${origin} ${trust}] ${withoutMarks(disarm(plain))}`
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

/** What every mark begins with, also where it was made safe for HTML. */
const MAY_HOLD = /[<[＜﹤［﹝]|&[lg]t;/i

/** In the squeezed text: letters, digits and brackets alone. */
const MARKS = /<(\/?)recollectmemory[^<>]*>?/g
const LINES =
  /\[memory(?:\d{8}|undated)(?:user|assistant|tool|document|import|correction)(?:definitive|stated|observed|untrusted)\]/g

/** In their order, and apart from each other. */
function fencedSpans(text: string): Span[] {
  const { squeezed, starts, ends } = squeeze(text)
  const place = (from: number, to: number): Span => [starts[from] ?? 0, ends[to - 1] ?? text.length]
  const spans: Span[] = []
  let openAt: number | undefined
  let isFirst = true
  for (const match of squeezed.matchAll(MARKS)) {
    const [start, end] = place(match.index, match.index + match[0].length)
    if (match[1] === '') openAt ??= start
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

/** The end of this line and of those that are set in behind it. */
function endOfLines(text: string, from: number): number {
  for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (!text.startsWith(INDENT, end + 1)) return end
  }
  return text.length
}

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
    if (/[a-z0-9<>/[\]]/.test(char)) {
      squeezed += char
      starts.push(folded.starts[i] as number)
      ends.push(folded.ends[i + length - 1] as number)
    }
    i += length - 1
  }
  return { squeezed, starts, ends }
}

const ESCAPES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
] as const

/** Text that writes our marks itself keeps its words, and no mark. */
function withoutMarks(line: string): string {
  if (!MAY_HOLD.test(line)) return line
  const { squeezed, starts, ends } = squeeze(line)
  let rest = ''
  let at = 0
  for (const match of squeezed.matchAll(FORGED)) {
    const start = starts[match.index] as number
    rest += `${line.substring(at, start)}${match[0] === '[' ? '(' : '‹'}`
    at = ends[match.index] as number
  }
  return rest + line.substring(at)
}

const FORGED = /<(?=\/?recollect)|\[(?=memory(?:\d|undated))/g
