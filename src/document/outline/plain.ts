import type { Span } from '../../text/span.js'
import { hideBlockMarks } from './block-marks.js'
import type { Marks } from './marks.js'

/** Markdown as it reads, and where each unit of that stands in the Markdown. */
export interface Plain {
  readonly text: string
  /** Where each UTF-16 unit of `text` begins in the Markdown; one more for its end. What stands between is markup. */
  readonly starts: Uint32Array
  /** Where each ends. */
  readonly ends: Uint32Array
  /** Its paragraphs, headings and items in the Markdown, in order; code has none. */
  readonly blocks: readonly Span[]
  /** Its links, images, emphasis and code within a line in the Markdown, their marks included. */
  readonly nodes: readonly Span[]
}

/**
 * The readable text of a piece of Markdown, with places. Without emphasis, addresses of links and images, tags, comments,
 * scripts, marks of headings, quotes, bullets, fences and table rules, definitions of links, explicit ids; entities and escapes
 * read as what they stand for. Code stays, and so do link texts, descriptions of images, numbers of lists and line
 * breaks.
 *
 * Emphasis is told as in CommonMark, but also beside Chinese, Japanese and Korean punctuation, where that leaves the
 * stars standing. `[text][name]` is taken for a link without its definition, which may stand elsewhere. Linear.
 *
 * @example plainOf('a **phr**ase with a [link](to)').text // 'a phrase with a link'
 */
export function plainOf(markdown: string): Plain {
  const marks: Marks = {
    text: markdown,
    hidden: new Uint8Array(markdown.length),
    swaps: new Map(),
    blocks: [],
    nodes: [],
  }
  hideBlockMarks(marks)
  return shown(marks)
}

/** Where [start, end) of a plain text stands in its Markdown; markup around it is left out, inside it is in. */
export function spanInMarkdown({ starts, ends }: Plain, start: number, end: number): [number, number] {
  const from = starts[start] ?? 0
  return [from, end > start ? (ends[end - 1] ?? from) : from]
}

function shown({ text, hidden, swaps, blocks, nodes }: Marks): Plain {
  // What is put in the place of something is never longer than that.
  const units = new Uint16Array(text.length)
  const starts = new Uint32Array(text.length + 1)
  const ends = new Uint32Array(text.length)
  let length = 0
  const put = (unit: number, start: number, end: number) => {
    units[length] = unit
    starts[length] = start
    ends[length] = end
    length++
  }
  const next = swaps.entries()
  let swap = next.next()
  for (let at = 0; at < text.length; at++) {
    if (swap.value !== undefined && swap.value[0] === at) {
      const [, { by, end }] = swap.value
      for (let i = 0; i < by.length; i++) put(by.charCodeAt(i), at, end)
      swap = next.next()
    }
    if (hidden[at] === 0) put(text.charCodeAt(at), at, at + 1)
  }
  starts[length] = text.length
  return {
    text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'),
    starts: starts.subarray(0, length + 1),
    ends: ends.subarray(0, length),
    blocks,
    nodes,
  }
}
