import type { Span } from '../../text/span.js'
import { extract } from '../extraction/extract.js'
import { createPaste } from '../extraction/pasted.js'
import { proseLines } from '../extraction/prose.js'
import { chineseCues } from './chinese-cues.js'
import type { Cue, CueSentence } from './cue.js'
import { englishCues } from './english-cues.js'

/** Whether a user's words may hold something worth keeping. */
export interface Gate {
  readonly isOpen: boolean
  /** How much speaks for it; open from 5 on. */
  readonly score: number
  /** What spoke for it, in the order of the text. Never empty where it is open. */
  readonly cues: readonly Cue[]
}

export interface GateOptions {
  /** Whether the assistant spoke just before: only then does `Yes, exactly` confirm something. */
  readonly isAnswer?: boolean
}

/**
 * Tells by rules alone whether a user's message may hold something worth keeping, so that most of them cost no model
 * call: what they like, who they are, what they correct or confirm, what they work on, what happened to them. English
 * and Chinese, in time linear to the text; what was pasted says nothing.
 *
 * @example cueGate('I moved to Oslo last week, and I love it here.').isOpen // true
 * @example cueGate('Write a poem about autumn').isOpen // false
 */
export function cueGate(text: string, { isAnswer = false }: GateOptions = {}): Gate {
  const read = clipped(text)
  const lines = proseLines(read, 0, read.length, createPaste(read)).map(({ span }) => span)
  const sentences = lines.flatMap((line) =>
    isChinese(read, line) ? chineseCues(read, line) : englishCues(read, line),
  )
  const score = scoreOf(sentences)
  const plain = sentences.flatMap(({ plain: kind, span }): Cue[] =>
    kind === null || (kind === 'confirmation' && !isAnswer) ? [] : [{ kind, span }],
  )
  const sure = [...plain, ...statedCues(read)]
  const isOpen = score >= OPEN_AT || sure.length > 0
  if (!isOpen) return { isOpen, score, cues: [] }
  const told = sentences.flatMap(({ told: kinds, span }) => kinds.map((kind): Cue => ({ kind, span })))
  const cues = distinct([...sure, ...told])
  // Much was said, and nothing of it in words that are known here.
  if (cues.length === 0) cues.push({ kind: 'event', span: [0, read.length] })
  return { isOpen, score, cues }
}

/** A turn opens from here on. */
const OPEN_AT = 5

/** What lies behind is not read. */
const READ_CHARS = 16_384

function clipped(text: string): string {
  if (text.length <= READ_CHARS) return text
  const end = text.lastIndexOf('\n', READ_CHARS)
  // slice-ok: at a line's end, or before a surrogate could be parted by the scan
  return text.slice(0, end > 0 ? end : READ_CHARS - 1).replace(/[\ud800-\udbff]$/, '')
}

/**
 * A sum of what speaks for and against, in halves: chosen by hand on dialogues (LoCoMo) and requests (LongMemEval), see
 * eval/README.md. Who tells much tells mostly of themselves; who asks, orders or comments does not.
 */
function scoreOf(sentences: readonly CueSentence[]): number {
  const first = sentences[0]
  if (first === undefined) return 0
  const statements = sentences.filter(({ isQuestion }) => !isQuestion)
  const questions = sentences.filter(({ isQuestion }) => isQuestion)
  const words = sum(statements, ({ words: n }) => n)
  const some = (of: (sentence: CueSentence) => boolean) => (sentences.some(of) ? 1 : 0)
  const count = (of: readonly CueSentence[], most: number, number: (sentence: CueSentence) => number) =>
    Math.min(most, sum(of, number))
  return (
    1.5 * Math.log1p(words) +
    1.5 * count(statements, 3, ({ told }) => told.length) +
    0.5 * count(questions, 2, ({ told }) => told.length) +
    1 * count(sentences, 2, ({ isDated }) => (isDated ? 1 : 0)) +
    0.5 * count(sentences, 3, ({ names }) => names) +
    2 * some(({ isAside }) => isAside) +
    1.5 * (statements.length === 0 ? 1 : 0) -
    0.5 * count(statements, 3, ({ you }) => you) -
    1 * count(sentences, 2, ({ isAdvice }) => (isAdvice ? 1 : 0)) -
    2 * some(({ isAhead }) => isAhead) -
    2.5 * (first.isRequest ? 1 : 0) -
    2 * (first.isComment ? 1 : 0) -
    5 * some(({ isCasting }) => isCasting) -
    2 * (words < 9 ? 1 : 0)
  )
}

function sum(of: readonly CueSentence[], number: (sentence: CueSentence) => number): number {
  return of.reduce((total, sentence) => total + number(sentence), 0)
}

/** What the rules of extraction read out of it about the speaker: little, and nearly always right. */
function statedCues(text: string): Cue[] {
  const { statements, decisions } = extract(text)
  const own = statements.filter(({ subject }) => subject === 'speaker')
  return [
    ...own.map(({ category, clause }): Cue => {
      if (category === 'preference' || category === 'instruction') return { kind: 'preference', span: clause }
      return { kind: category === 'project' ? 'project' : 'identity', span: clause }
    }),
    ...decisions.map(({ clause }): Cue => ({ kind: 'project', span: clause })),
  ]
}

function distinct(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>()
  return cues
    .filter(({ kind, span }) => {
      const key = `${kind} ${span.join('-')}`
      return !seen.has(key) && seen.add(key)
    })
    .sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1])
}

/** At least a third of its letters and words. */
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
