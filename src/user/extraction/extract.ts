import type { Span } from '../../text/span.js'
import { readChineseChoice } from './chinese/decisions.js'
import { readChinese } from './chinese/read-chinese.js'
import { createDraft, type Draft } from './draft.js'
import type { Scene } from './english/clause.js'
import { readChoice } from './english/decisions.js'
import { readEnglish } from './english/read-english.js'
import type { Extracted } from './extracted.js'
import { createLetters } from './letters.js'
import { createMemory, type Memory } from './memory.js'
import { createPaste, type Paste } from './pasted.js'
import { type ProseLine, proseLines } from './prose.js'
import { type LabelledDecision, labelledDecisions } from './structured-decision.js'
import { turnsOf } from './turns.js'
import { wordsOf } from './words.js'

export interface ExtractOptions {
  /**
   * The text is a dialogue: each line begins with the name of who speaks, and that is whom `I` means. Otherwise such
   * lines are pasted text, which states nothing.
   */
  readonly isDialogue?: boolean
  /** What held once counts as well: former wives and husbands, where one lived or comes from, for whom one worked. */
  readonly includesPast?: boolean
}

/** What is read at once; a window ends where a line or a sentence does. */
const WINDOW_CHARS = 8_192
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
  const limit = readEnd(text)
  const draft = createDraft(text, options.includesPast ?? false)
  const memory = createMemory()
  if (options.isDialogue === true) readDialogue(draft, memory, limit)
  else {
    const paste = createPaste(text)
    for (let from = 0; from < limit; ) {
      const to = windowEnd(text, from, limit)
      readWindow(draft, memory, paste, from, to)
      from = to
    }
  }
  const result = draft.finish()
  return result.entities.length + result.statements.length + result.decisions.length === 0 ? nothing : result
}

function readWindow(draft: Draft, memory: Memory, paste: Paste, from: number, to: number): void {
  const { decisions, rest } = labelledDecisions(draft.text, proseLines(draft.text, from, to, paste))
  for (const decision of decisions) {
    if (draft.isFull()) return
    decide(draft, memory, decision)
  }
  const [chinese, english] = byScript(draft.text, rest)
  if (english.length > 0) readEnglish(draft, english, memory)
  if (chinese.length > 0) readChinese(draft, chinese, memory)
}

/** Each turn by who speaks in it, to the one who spoke before. */
function readDialogue(draft: Draft, memory: Memory, limit: number): void {
  const turns = turnsOf(draft.text, limit).map(({ name, span }) => ({
    span,
    party: draft.mention(name, 'person'),
  }))
  const letters = createLetters(draft.text)
  const all = new Set(turns.map(({ party }) => party))
  for (const [index, { span, party }] of turns.entries()) {
    const others = [...turns.slice(0, index).reverse(), ...turns.slice(index + 1)]
    memory.self = party
    memory.addressee = others.find((other) => other.party !== party)?.party ?? null
    const rest = [...all].filter((other) => other !== party && other !== memory.addressee)
    memory.third = rest.length === 1 ? (rest[0] ?? null) : null
    draft.speaksAs(party)
    readWindow(draft, memory, createPaste(draft.text, letters), span[0], span[1])
  }
}

/** Where the last whole sentence ends that is read. */
function readEnd(text: string): number {
  if (text.length <= EXTRACT_MAX_CHARS) return text.length
  let end = 0
  for (const border of sentenceBorders) {
    const at = text.lastIndexOf(border, EXTRACT_MAX_CHARS - border.length)
    if (at >= 0) end = Math.max(end, at + border.length)
  }
  return end
}

const sentenceBorders = ['\n', '. ', '! ', '? ', '。', '！', '？']

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
  let small = 0
  let isWord = false
  let isFirstHan = false
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    const isSmall = unit >= 0x61 && unit <= 0x7a
    const isLatin = isSmall || (unit >= 0x41 && unit <= 0x5a)
    if (unit >= 0x4e00 && unit <= 0x9fff) {
      isFirstHan ||= words === 0
      han++
    } else if (isLatin && !isWord) {
      words++
      if (isSmall && words > 1) small++
    }
    isWord = isLatin
  }
  // `My manager is 田中太郎.` is English with a name in it
  const isEnglish = !isFirstHan && words >= 3 && small >= 2 && han <= 2 * words
  // slice-ok: a pattern reads it
  return han > words && !(isEnglish && !saying.test(text.slice(from, to)))
}

/** What Chinese sentences have and names do not. */
const saying = /[的是在我你他她了不有这那就都]/

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
  return { draft, memory, text: draft.text.slice(from, to), start: from }
}

function sceneOf(draft: Draft, memory: Memory, [from, to]: Span): Scene {
  return { draft, memory, words: wordsOf(draft.text, from, to), isChat: false }
}
