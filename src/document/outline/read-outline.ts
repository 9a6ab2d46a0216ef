import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { estimateTokens } from '../../text/tokens.js'
import { anchorsOf } from './anchors.js'
import { readFields } from './fields.js'
import { createLineCount, lineStarts } from './line-starts.js'
import { type Heading, MAX_HEADINGS, readBlocks } from './markdown-blocks.js'
import type { Outline, OutlinePlace, OutlineProblem } from './outline.js'
import { createPartCutter, type PartCutter } from './part-cutter.js'

/**
 * The outline of a Markdown text: CommonMark with the tables of GitHub. Any text has one.
 *
 * - Only headings of the document itself part it, not those inside quotes, lists or HTML. As on GitHub, the former
 *   count where anchors are made (`# A` behind `> # A` is `a-1`); `<h1>` does not.
 * - An explicit id (`{#id}`, `{#id .class}`; not `\{#id}`, which reads so) is kept for the first heading that has it.
 * - What leaves nothing for an anchor (an empty heading, an emoji) has `-1`, `-2`, …: the empty one is the beginning's.
 * - Quotes and lists more than 24 deep, and headings behind the first 200,000, are text.
 * - Blank lines before the first heading belong to it, and so does a byte order mark.
 * - YAML between `---` at the very beginning is front matter, and part of the beginning. Where it cannot be read, it is
 *   the same without its fields, and a problem; where it is no fields (two rules with text between), it is Markdown.
 *
 * Linear in the length of the text. To be loaded where documents are written (`await import`): its parser and YAML are not
 * for commands that only read.
 */
export function readOutline(text: string): Outline {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const fields = readFields(text, mark)
  const starts = lineStarts(text)
  const { headings, borders } = readBlocks(text, fields.end, starts)
  const places = placesOf(text, sectionsOf(text, headings), createPartCutter(text, borders), starts)
  return {
    title: fields.title ?? titleOf(headings),
    description: fields.description,
    places,
    lines: starts.length,
    problems: [...fields.problems, ...tooMany(headings, starts)],
  }
}

type Section = Pick<OutlinePlace, 'anchor' | 'level' | 'heading' | 'under' | 'start'>

function sectionsOf(text: string, headings: readonly Heading[]): Section[] {
  const anchors = anchorsOf(headings)
  const sections: Section[] = []
  const open: { readonly level: number; readonly text: string }[] = []
  headings.forEach(({ level, text: heading, start, isInside }, index) => {
    if (isInside) return
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    sections.push({
      anchor: anchors[index] ?? '',
      level,
      heading,
      under: open.map((above) => above.text),
      start: sections.length === 0 && isBlank(text, start) ? 0 : start,
    })
    open.push({ level, text: heading })
  })
  const hasBeginning = text !== '' && sections[0]?.start !== 0
  return hasBeginning ? [{ anchor: '', level: 0, heading: '', under: [], start: 0 }, ...sections] : sections
}

function placesOf(
  text: string,
  sections: readonly Section[],
  cut: PartCutter,
  starts: readonly number[],
): OutlinePlace[] {
  const places: OutlinePlace[] = []
  const count = createLineCount(starts)
  sections.forEach(({ anchor, level, heading, under, start: from }, index) => {
    cut(from, sections[index + 1]?.start ?? text.length).forEach(([start, end], part) => {
      const { line, lines } = count(start, end)
      const tokens = estimateTokens(text.slice(start, end)) // slice-ok: a place ends between characters
      places.push({ anchor, level, heading, under, part, start, end, line, lines, tokens })
    })
  })
  return places
}

function titleOf(headings: readonly Heading[]): string | null {
  const named = headings.filter(({ isInside, text }) => !isInside && text !== '')
  return (named.find(({ level }) => level === 1) ?? named[0])?.text ?? null
}

function tooMany(headings: readonly Heading[], starts: readonly number[]): OutlineProblem[] {
  const last = headings.at(-1)
  if (last === undefined || headings.length < MAX_HEADINGS) return []
  const detail = `what stands behind the first ${MAX_HEADINGS} is part of the last`
  return [{ line: starts.indexOf(last.start) + 1, reason: 'too many headings', detail }]
}

/** Whether nothing stands before `end`; a byte order mark is nothing. */
function isBlank(text: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (!BLANK.has(text.charAt(at))) return false
  return true
}

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', BYTE_ORDER_MARK])
