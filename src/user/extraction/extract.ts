import type { Span } from '../../text/span.js'
import { readChineseChoice } from './chinese/decisions.js'
import { readChinese } from './chinese/read-chinese.js'
import { createDraft, type Draft } from './draft.js'
import type { Memory, Scene } from './english/clause.js'
import { readChoice } from './english/decisions.js'
import { readEnglish } from './english/read-english.js'
import type { Extracted } from './extracted.js'
import { type ProseLine, proseLines } from './prose.js'
import { type LabelledDecision, labelledDecisions } from './structured-decision.js'
import { wordsOf } from './words.js'

export interface ExtractOptions {
  /** `you` is one of those spoken of, as in a dialogue of people; to an assistant it is nobody. */
  readonly hasAddressee?: boolean
}

/** What is read at once; a window ends where a line or a sentence does. */
export const WINDOW_CHARS = 8_192
/** What lies behind is not read. */
export const EXTRACT_MAX_CHARS = 65_536

const nothing: Extracted = { entities: [], statements: [], decisions: [] }

/**
 * What a text states, by rules alone: pure, in time linear to the text. What is asked, denied, supposed, wished, quoted,
 * told by others, or set in a story states nothing.
 *
 * @example extract('I live in Oslo').statements // attribute 'location', value [10, 14]
 */
export function extract(text: string, options: ExtractOptions = {}): Extracted {
  const limit = Math.min(text.length, EXTRACT_MAX_CHARS)
  const draft = createDraft(text)
  const memory: Memory = { persons: [], thing: null }
  const hasAddressee = options.hasAddressee ?? false
  for (let from = 0; from < limit; ) {
    const to = windowEnd(text, from, limit)
    const { decisions, rest } = labelledDecisions(text, proseLines(text, from, to))
    for (const decision of decisions) decide(draft, memory, decision)
    const [chinese, english] = byScript(text, rest)
    if (english.length > 0) readEnglish(draft, english, memory, hasAddressee)
    if (chinese.length > 0) readChinese(draft, chinese, memory, hasAddressee)
    from = to
  }
  const result = draft.finish()
  return result.statements.length === 0 && result.decisions.length === 0 ? nothing : result
}

function windowEnd(text: string, from: number, limit: number): number {
  const end = from + WINDOW_CHARS
  if (end >= limit) return limit
  for (const border of ['\n', '. ', '。', ' ']) {
    const at = text.lastIndexOf(border, end - border.length)
    if (at > from + WINDOW_CHARS / 2) return at + border.length
  }
  return end
}

/** Lines with Han characters, unless most letters are Latin words, and the others. */
function byScript(text: string, lines: readonly ProseLine[]): [ProseLine[], ProseLine[]] {
  const chinese: ProseLine[] = []
  const english: ProseLine[] = []
  for (const line of lines) (isChinese(text, line.span) ? chinese : english).push(line)
  return [chinese, english]
}

function isChinese(text: string, [from, to]: Span): boolean {
  let han = 0
  let words = 0
  let isWord = false
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    const isLatin = (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)
    if (unit >= 0x4e00 && unit <= 0x9fff) han++
    else if (isLatin && !isWord) words++
    isWord = isLatin
  }
  return han > words
}

function decide(draft: Draft, memory: Memory, labelled: LabelledDecision): void {
  const { title, reasons, tradeOffs, end } = labelled
  const read = isChinese(draft.text, title)
    ? readChineseChoice(clauseOf(draft, memory, title), 0)
    : readChoice(sceneOf(draft, memory, title), 0)
  const scope = labelled.scope.map((span) => draft.mention(span, 'project'))
  draft.decide({
    clause: [title[0], Math.max(title[1], end)],
    title,
    choice: read.choice,
    alternatives: [...read.alternatives, ...labelled.alternatives],
    reasons,
    tradeOffs,
    appliesTo: [...new Set([...read.appliesTo, ...scope])],
  })
}

function clauseOf(draft: Draft, memory: Memory, [from, to]: Span) {
  // slice-ok: at the borders of a sentence
  return { draft, memory, text: draft.text.slice(from, to), start: from, hasAddressee: false }
}

function sceneOf(draft: Draft, memory: Memory, [from, to]: Span): Scene {
  return { draft, memory, words: wordsOf(draft.text, from, to), isChat: false, hasAddressee: false }
}
