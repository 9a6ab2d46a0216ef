import { borderAt } from '../../text/border-at.js'
import type { Span } from '../../text/span.js'
import type { Plain } from '../outline/plain.js'

/**
 * The sentences that a quote stands in, so that no reader misses the "not" before it: of a paragraph, whose lines go on
 * into each other, or of an item with what introduces its list; a row of a table, a line of code. Links and emphasis that
 * begin or end inside are shown whole. Of very long sentences, a stretch on either side.
 */
export function widenQuote(text: string, { blocks, nodes }: Inline, [from, to]: Span): Span {
  const first = blockAt(text, blocks, from)
  const last = to <= first.span[1] ? first : blockAt(text, blocks, to - 1)
  const end = sentenceAt(text, nodes, last.span, to - 1)[1]
  const start = sentenceAt(text, nodes, first.span, from)[0]
  const lead = first.index === -1 ? undefined : leadOf(text, { blocks, nodes }, first.index)
  const begin = lead !== undefined && end - lead <= WHOLE_MAX_CHARS ? lead : start
  const bounded: Span =
    end - begin <= Math.max(WHOLE_MAX_CHARS, to - from)
      ? [begin, end]
      : [
          wordFrom(text, Math.max(begin, from - SIDE_MAX_CHARS), from),
          wordBefore(text, to, Math.min(end, to + SIDE_MAX_CHARS)),
        ]
  return trimmed(text, wholeNodes(nodes, bounded))
}

/** What is no longer is shown whole. */
const WHOLE_MAX_CHARS = 600
/** Else so much on either side of the quote. */
const SIDE_MAX_CHARS = 300

type Inline = Pick<Plain, 'blocks' | 'nodes'>

interface Block {
  readonly span: Span
  /** -1 for a line of what has no paragraphs, as code. */
  readonly index: number
}

function blockAt(text: string, blocks: readonly Span[], at: number): Block {
  const index = blocks.findIndex(([start, end]) => start <= at && at < end)
  const block = blocks[index]
  if (block !== undefined) return { span: block, index }
  const end = text.indexOf('\n', at)
  return { span: [text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end], index }
}

/** A sentence ends neither before a small letter nor behind an abbreviation; a question goes with its answer. */
const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:\p{Lu}\p{L}{0,2}|\p{L}(?:\.\p{L}){1,3}))[.!]["'”’)\]*_~`]*(?=\s)(?!\s+\p{Ll})|[。！．][”’」』）)*_~]*|\n(?=[ \t]*\|)/gu

function sentenceAt(text: string, nodes: readonly Span[], [start, end]: Span, at: number): Span {
  let from = start
  const block = text.substring(start, end) // slice-ok: a paragraph
  for (const { index, 0: sign } of block.matchAll(SENTENCE_END)) {
    const border = start + index + sign.length
    // A link that ends one sentence and begins the next belongs to both.
    if (nodes.some(([first, last]) => first < border && border < last)) continue
    if (border > at) return [from, border]
    from = border
  }
  return [from, end]
}

/** Where the sentence begins that introduces the list of an item: "These are not allowed:". */
function leadOf(text: string, { blocks, nodes }: Inline, index: number): number | undefined {
  let at = index
  while (at >= 0 && index - at < ITEMS_LOOKED_AT && isItem(text, blocks[at])) at--
  const lead = blocks[at]
  if (at === index || lead === undefined || !/[:：][*_~]*\s*$/.test(text.substring(...lead))) return undefined // slice-ok: looked at only
  return sentenceAt(text, nodes, lead, lead[1] - 1)[0]
}

const ITEMS_LOOKED_AT = 30

function isItem(text: string, block: Span | undefined): boolean {
  if (block === undefined) return false
  const lineStart = text.lastIndexOf('\n', block[0] - 1) + 1
  const head = text.substring(lineStart, Math.min(block[1], block[0] + ITEM_MARK_CHARS)) // slice-ok: looked at only
  return block[0] - lineStart < ITEM_MARK_CHARS * 4 && /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(head)
}

const ITEM_MARK_CHARS = 12

function wordFrom(text: string, least: number, most: number): number {
  if (least === 0 || /\s/.test(text.charAt(least - 1))) return least
  const space = text.substring(least, most).search(/\s/) // slice-ok: looked at only
  return space === -1 ? borderAt(text, least) : least + space + 1
}

function wordBefore(text: string, least: number, most: number): number {
  if (most === text.length || /\s/.test(text.charAt(most))) return most
  const word = /\S*$/.exec(text.substring(least, most))?.[0].length ?? 0 // slice-ok: looked at only
  return word === most - least ? borderAt(text, most) : most - word
}

/** Nodes stand inside each other: what one adds may begin in another. */
function wholeNodes(nodes: readonly Span[], [from, to]: Span): Span {
  let [start, end] = [from, to]
  for (let isWider = true; isWider; ) {
    isWider = false
    for (const [first, last] of nodes) {
      const isCut = first < end && last > start && (first < start || last > end)
      // What encloses all of it and is long has no end that anybody sees.
      if (!isCut || start - first > NODE_MAX_CHARS || last - end > NODE_MAX_CHARS) continue
      ;[start, end] = [Math.min(start, first), Math.max(end, last)]
      isWider = true
    }
  }
  return [start, end]
}

const NODE_MAX_CHARS = 1_000

function trimmed(text: string, [start, end]: Span): Span {
  const cut = text.substring(start, end) // slice-ok: between characters
  const from = start + cut.length - cut.trimStart().length
  return [from, Math.max(from, start + cut.trimEnd().length)]
}
