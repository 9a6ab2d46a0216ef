import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { clip } from '../../text/clip.js'
import { disarm, LINE_BREAKS } from '../../text/disarm.js'
import { sentenceSpans } from '../../text/sentences.js'
import { NOT_CLOSED, readFields } from '../outline/fields.js'
import { SUMMARY_MAX_CHARS } from './summary-rows.js'

/**
 * What a document says of itself: the description in its front matter, else its first paragraph, as many whole sentences
 * of it as there is room for. Null where it begins with nothing that can be read so. `beginning`: of its text. To be loaded where
 * documents are written: YAML is not for commands that only read.
 */
export function ownSummary(beginning: string): string | null {
  const mark = beginning.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const { description, end, problems } = readFields(beginning, mark)
  const rest = beginning.substring(end) // slice-ok: a line begins there
  const told = description ?? firstParagraph(problems.includes(NOT_CLOSED) ? behindBlankLine(rest) : rest)
  if (told === undefined) return null
  const said = disarm(told).replace(/\s+/g, ' ').trim()
  return said === '' ? null : wholeSentences(said)
}

/** What was meant as fields ends there, if anywhere. */
function behindBlankLine(text: string): string {
  const blank = /\n[ \t]*\r?\n/.exec(text)
  return blank === null ? '' : text.substring(blank.index) // slice-ok: at a line break
}

function wholeSentences(text: string): string {
  if (text.length <= SUMMARY_MAX_CHARS) return text
  const ends = sentenceSpans(text).map(([, to]) => to)
  const end = ends.filter((to) => to <= SUMMARY_MAX_CHARS).at(-1)
  if (end !== undefined && end >= LEAST_CHARS) return clip(text, end).trim()
  return `${clip(text, SUMMARY_MAX_CHARS - 1).trim()}…`
}

/** A first sentence may be no more than a greeting. */
const LEAST_CHARS = 60

/** The first paragraph of Markdown that says something, without its markup. */
function firstParagraph(text: string): string | undefined {
  let fence: string | undefined
  let lines: string[] = []
  for (const line of text.replace(LINE_BREAKS, '\n').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined
      continue
    }
    if (mark !== undefined) fence = mark
    // A line of signs under a paragraph makes a heading of it.
    if (/^ {0,3}(?:=+|-+)\s*$/.test(line)) lines = []
    else if (mark === undefined && line.trim() !== '' && !(lines.length === 0 && OTHER_BLOCK.test(line))) {
      lines.push(line)
      continue
    }
    const said = withoutMarkup(lines.join(' '))
    if (isSaying(said)) return said
    lines = []
  }
  const said = withoutMarkup(lines.join(' '))
  return isSaying(said) ? said : undefined
}

/** Headings, tables, quotes, lists, HTML, pictures alone, code that is set in, MDX, containers. */
const OTHER_BLOCK = /^(?: {4}|\t| {0,3}(?:#|\||>|[-*+] |\d{1,9}[.)] |<|!\[|\[!|:::|import |export |\{))/

function isSaying(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_LETTERS
}

const LEAST_LETTERS = 4

function withoutMarkup(text: string): string {
  return text
    .replace(/!\[[^[\]]*\]\([^()\s]*\)/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .replace(/\*{1,3}|`+|~~|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
