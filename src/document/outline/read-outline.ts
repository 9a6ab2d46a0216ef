import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { estimateTokens } from '../../text/tokens.js'
import { anchorsOf } from './anchors.js'
import { readFields } from './fields.js'
import { createLineCount, lineStarts } from './line-starts.js'
import { type Heading, readBlocks } from './markdown-blocks.js'
import type { Outline, OutlinePlace } from './outline.js'
import { partsOf } from './parts.js'

/**
 * The outline of a Markdown text: CommonMark with the tables of GitHub. Any text has one.
 *
 * - Only headings of the document itself part it, not those inside quotes, lists or HTML. As on GitHub, the former
 *   count where anchors are made (`# A` behind `> # A` is `a-1`); `<h1>` does not.
 * - An explicit id (`{#id}`, `{#id .class}`; not `\{#id}`, which reads so) is kept for the first heading that has it.
 * - What leaves nothing for an anchor (an empty heading, an emoji) has `-1`, `-2`, …: the empty one is the beginning's.
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
  const cuts = cutsOf(text, headings, borders)
  const count = createLineCount(starts)
  const places = cuts.map(({ start, end, ...place }): OutlinePlace => {
    const { line, lines } = count(start, end)
    // slice-ok: a place ends between characters
    return { ...place, start, end, line, lines, tokens: estimateTokens(text.slice(start, end)) }
  })
  return {
    title: fields.title ?? titleOf(headings),
    description: fields.description,
    places,
    lines: starts.length,
    problems: fields.problems,
  }
}

type Cut = Omit<OutlinePlace, 'line' | 'lines' | 'tokens'>

function cutsOf(text: string, headings: readonly Heading[], borders: readonly number[]): Cut[] {
  const anchors = anchorsOf(headings)
  const cuts: Cut[] = []
  const parts = partsOf(text, borders)
  const add = (section: Omit<Cut, 'start' | 'end' | 'part'>, from: number, to: number) => {
    for (const [part, [start, end]] of parts(from, to).entries()) cuts.push({ ...section, part, start, end })
  }
  const sections = headings.flatMap((heading, index) =>
    heading.isInside ? [] : [{ ...heading, anchor: anchors[index] ?? '' }],
  )
  let from = 0
  const first = sections[0]?.start ?? text.length
  if (text.length > 0 && (sections.length === 0 || !isBlank(text, first))) {
    add({ anchor: '', level: 0, heading: '', under: [] }, 0, first)
    from = first
  }
  const open: { readonly level: number; readonly text: string }[] = []
  for (const [index, { level, text: heading, anchor }] of sections.entries()) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    const under = open.map((above) => above.text)
    open.push({ level, text: heading })
    const to = sections[index + 1]?.start ?? text.length
    add({ anchor, level, heading, under }, from, to)
    from = to
  }
  return cuts
}

function titleOf(headings: readonly Heading[]): string | null {
  const named = headings.filter(({ isInside, text }) => !isInside && text !== '')
  return (named.find(({ level }) => level === 1) ?? named[0])?.text ?? null
}

/** Whether nothing stands before `end`; a byte order mark is nothing. */
function isBlank(text: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (!BLANK.has(text.charAt(at))) return false
  return true
}

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', BYTE_ORDER_MARK])
