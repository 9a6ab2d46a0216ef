import { hide, type Marks, unitAt } from './marks.js'

/** The runs of `*`, `_` and `~` of a paragraph, in their order. */
export interface Emphasis {
  /** Reads the run at a place; gives where it ends. */
  add(at: number): number
  count(): number
  /** Hides what pairs up among the runs from number `from` on, and forgets those. */
  pair(from: number): void
}

interface Run {
  readonly mark: string
  readonly length: number
  readonly opens: boolean
  readonly closes: boolean
  /** What is left of it, [start, end). */
  start: number
  end: number
  /** Number of the run before it that may still open, -1 for none. */
  before: number
}

/** Pairs runs as CommonMark does ("process emphasis"), which is linear: it remembers how far back it need not look again. */
export function createEmphasis(marks: Marks, from: number, to: number): Emphasis {
  const runs: Run[] = []
  const { text } = marks

  function add(at: number): number {
    const mark = text.charAt(at)
    let end = at + 1
    while (end < to && text.charAt(end) === mark && marks.hidden[end] === 0) end++
    if (mark === '~' && end - at > 2) return end
    const before = at > from ? kindBefore(marks, at) : SPACE
    const after = end < to ? kindAfter(marks, end) : SPACE
    const left = after !== SPACE && (after !== SIGN || before !== LETTER)
    const right = before !== SPACE && (before !== SIGN || after !== LETTER)
    // Inside a word an underscore is a letter.
    const opens = mark === '_' ? left && (!right || before === SIGN) : left
    const closes = mark === '_' ? right && (!left || after === SIGN) : right
    if (opens || closes) runs.push({ mark, length: end - at, opens, closes, start: at, end, before: -1 })
    return end
  }

  function pair(first: number): void {
    const bottoms = new Map<string, number>()
    let last = -1
    for (let number = first; number < runs.length; number++) {
      const closer = runs[number] as Run
      closer.before = last
      if (closer.closes) close(closer, number, bottoms, first)
      if (closer.opens && closer.start < closer.end) last = number
      else last = closer.before
    }
    runs.length = first
  }

  function close(closer: Run, number: number, bottoms: Map<string, number>, first: number): void {
    const key = `${closer.mark}${closer.opens}${closer.length % 3}${closer.mark === '~' ? closer.length : ''}`
    const bottom = bottoms.get(key) ?? first - 1
    let at = closer.before
    while (closer.start < closer.end && at > bottom) {
      const opener = runs[at] as Run
      if (!fits(opener, closer)) {
        at = opener.before
        continue
      }
      const length = Math.min(2, opener.end - opener.start, closer.end - closer.start)
      hide(marks, opener.end - length, opener.end)
      hide(marks, closer.start, closer.start + length)
      opener.end -= length
      closer.start += length
      marks.nodes.push([opener.end, closer.start])
      // What stands between is paired, or text.
      if (opener.start === opener.end) at = opener.before
      closer.before = at
    }
    if (closer.start < closer.end) bottoms.set(key, number - 1)
  }

  return { add, count: () => runs.length, pair }
}

function fits(opener: Run, closer: Run): boolean {
  if (opener.mark !== closer.mark) return false
  if (opener.mark === '~') return opener.length === closer.length
  const isEither = opener.closes || closer.opens
  const isThird = (opener.length + closer.length) % 3 === 0
  return !isEither || !isThird || (opener.length % 3 === 0 && closer.length % 3 === 0)
}

const SPACE = 0
const SIGN = 1
const LETTER = 2
/** Chinese, Japanese or Korean, their punctuation too: beside it a sign is no border of a word. */
const WIDE = 3

function kindBefore(marks: Marks, at: number): number {
  const unit = unitAt(marks, at - 1)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 1
  return kindOf(isLow ? (marks.text.codePointAt(at - 2) ?? unit) : unit)
}

function kindAfter(marks: Marks, at: number): number {
  const unit = unitAt(marks, at)
  return kindOf(unit >= 0xd800 && unit <= 0xdbff ? (marks.text.codePointAt(at) ?? unit) : unit)
}

function kindOf(point: number): number {
  if (point < 0x80) {
    const isLetter = (point >= 0x30 && point <= 0x39) || ((point | 0x20) >= 0x61 && (point | 0x20) <= 0x7a)
    return isLetter ? LETTER : point <= 0x20 ? SPACE : SIGN
  }
  const char = String.fromCodePoint(point)
  if (/\s/u.test(char)) return SPACE
  if (CJK.test(char)) return WIDE
  return /[\p{P}\p{S}]/u.test(char) ? SIGN : LETTER
}

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
