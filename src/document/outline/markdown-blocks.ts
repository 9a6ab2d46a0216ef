import MarkdownIt, { type Env, type StateBlock, type Token } from 'markdown-it'
import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import { takeExplicitId } from './explicit-id.js'

/** A heading, also one inside a quote or a list. */
export interface Heading {
  readonly level: number
  /** As it reads, on one line. */
  readonly text: string
  /** What GitHub would make its anchor of. */
  readonly anchorText: string
  /** As it was given. */
  readonly id: string | undefined
  /** Where its line begins in the text. */
  readonly start: number
  readonly isInside: boolean
}

export interface MarkdownBlocks {
  /** The first {@link MAX_HEADINGS}. */
  readonly headings: readonly Heading[]
  /** Where the blocks of the document itself begin, rising. */
  readonly borders: readonly number[]
}

/** Reads the blocks of a text from `from` on, which is where a line begins. `starts`: where each line does. */
export function readBlocks(text: string, from: number, starts: readonly number[]): MarkdownBlocks {
  const headings: Heading[] = []
  const borders: number[] = []
  const firstLine = lineAt(starts, from)
  const env: Env = {}
  // slice-ok: a line begins between characters
  const tokens = markdown.parse(text.slice(from), env)
  tokens.forEach(({ type, tag, level, map }, index) => {
    const isInside = level > 0
    if (map === null || (isInside && type !== 'heading_open')) return
    const start = starts[firstLine + map[0]] ?? text.length
    if (!isInside) borders.push(start)
    if (type !== 'heading_open') return
    const { id, rest } = takeExplicitId(clip(tokens[index + 1]?.content ?? '', MAX_CHARS))
    const { words, anchorText } = wordsOf(rest, env)
    headings.push({ level: Number(tag.charAt(1)), text: words, anchorText, id, start, isInside })
  })
  return { headings, borders }
}

/** The line that begins at a place, or a byte order mark before it. */
function lineAt(starts: readonly number[], from: number): number {
  if (from <= BYTE_ORDER_MARK.length) return 0
  const line = starts.indexOf(from)
  return line === -1 ? starts.length : line
}

/** What follows behind more headings than any handbook has belongs to the last of them. */
export const MAX_HEADINGS = 200_000

/** Of a longer heading, this much is read. */
const MAX_CHARS = 1000

/** Quotes, lists and items inside each other; what stands deeper is text. Each level costs a pass, and stack. */
const MAX_LEVELS = 24

const markdown = new MarkdownIt({ html: true })
markdown.core.ruler.enableOnly(['normalize', 'block'])
// The library's own bound gives up the rest of the document.
markdown.block.ruler.before('table', 'too_deep', (state, line) => {
  if (state.level < MAX_LEVELS) return false
  state.line = line + 1
  return true
})
// Of all others there may be tens of millions.
markdown.block.State = class extends markdown.block.State {
  private headings = 0

  override push(...of: Parameters<StateBlock['push']>): Token {
    const token = super.push(...of)
    const { type, level, nesting } = token
    if (type === 'heading_open') this.headings++
    const isOfHeading = type === 'inline' && this.tokens.at(-2)?.type === 'heading_open'
    const isBorder = level === 0 && nesting >= 0
    const isKept = type === 'heading_open' ? this.headings <= MAX_HEADINGS : isOfHeading || isBorder
    if (!isKept) this.tokens.pop()
    return token
  }
}

function wordsOf(content: string, env: Env): { readonly words: string; readonly anchorText: string } {
  if (!MARKUP.test(content)) return { words: oneLine(content), anchorText: content }
  const tokens: Token[] = []
  markdown.inline.parse(content, markdown, env, tokens)
  let anchorText = ''
  let images = ''
  for (const { type, content: inner } of tokens) {
    if (type === 'text' || type === 'text_special' || type === 'code_inline') anchorText += inner
    else if (type === 'softbreak' || type === 'hardbreak') anchorText += ' '
    else if (type === 'image') images += ` ${inner}`
  }
  const isPicture = anchorText.trim() === ''
  return { words: oneLine(isPicture ? images : anchorText), anchorText }
}

function oneLine(text: string): string {
  return asOneLine(text).replace(/ {2,}/g, ' ').trim()
}

/** Without any of these, Markdown reads as it stands. */
const MARKUP = /[\\`*_~[\]<&\n]/
