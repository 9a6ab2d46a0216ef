import {
  ASCII,
  BREAK,
  CONNECTOR,
  classAt,
  DIGIT,
  HAN,
  isAlphanumeric,
  isContinuous,
  LOWER,
  MARK,
  UPPER,
  widthAt,
} from './scripts.js'

/** Letters only, or digits only: one word. */
export const PLAIN = 0
/** A word with digits, inner capitals, connectors or apostrophes: see identifiers.ts. */
export const IDENTIFIER = 1
/** A run of Han characters. */
export const HAN_RUN = 2
/** A run of kana, Hangul or a South-East Asian script. */
const SYLLABLE_RUN = 3

/**
 * Walks normalised text once and calls `visit` with each run that holds words. Runs end at spaces, punctuation,
 * symbols and script borders; the cuts lie between code points by construction.
 */
export function scan(text: string, visit: (kind: number, start: number, end: number) => void): void {
  const length = text.length
  let at = 0
  while (at < length) {
    const unit = text.charCodeAt(at)
    const first = unit < 0x80 ? (ASCII[unit] as number) : classAt(text, at)
    if (isAlphanumeric(first)) {
      const start = at
      at = scanWord(text, start, first)
      visit(lastWordIsPlain ? PLAIN : IDENTIFIER, start, at)
    } else if (isContinuous(first)) {
      const start = at
      do at += widthAt(text, at)
      while (at < length && continuesRun(classAt(text, at), first))
      visit(first === HAN ? HAN_RUN : SYLLABLE_RUN, start, at)
    } else {
      at += unit < 0x80 ? 1 : widthAt(text, at)
    }
  }
}

function continuesRun(charClass: number, run: number): boolean {
  return charClass === run || charClass === MARK
}

// Second result of scanWord; an object per word would cost more than the scan.
let lastWordIsPlain = true

/** End of the word or identifier that starts at `start` with a character of class `first`. */
function scanWord(text: string, start: number, first: number): number {
  const length = text.length
  let at = start + widthAt(text, start)
  let before = BREAK
  let previous = first
  let plain = true
  while (at < length) {
    const unit = text.charCodeAt(at)
    const here = unit < 0x80 ? (ASCII[unit] as number) : classAt(text, at)
    if (here === LOWER || here === UPPER || here === DIGIT) {
      if (plain && here !== previous) plain = !isBorder(before, previous, here)
      before = previous
      previous = here
      at += unit < 0x80 ? 1 : widthAt(text, at)
    } else if (here === MARK) {
      at += widthAt(text, at)
    } else if (here === CONNECTOR) {
      const joined = connectorLength(text, at, previous)
      if (joined === 0) break
      plain = false
      at += joined
      before = BREAK
      previous = BREAK
    } else break
  }
  const end = at + suffixLength(text, start, at)
  lastWordIsPlain = plain && end === at
  return end
}

/** `aB`, `ABc`, `a1`, `1a`: the places where identifiers.ts may split. */
function isBorder(before: number, previous: number, here: number): boolean {
  if (previous === BREAK) return false
  if (previous === DIGIT || here === DIGIT) return true
  return here === UPPER || (before === UPPER && previous === UPPER)
}

/** Units of the connector at `at` when it joins what is before to what is after, else 0. */
function connectorLength(text: string, at: number, previous: number): number {
  switch (text[at]) {
    case '_': {
      let end = at + 1
      while (text[end] === '_') end++
      return isAlphanumeric(classOrBreak(text, end)) ? end - at : 0
    }
    case ':':
      if (text[at + 1] === ':') return isAlphanumeric(classOrBreak(text, at + 2)) ? 2 : 0
      return previous === DIGIT && classOrBreak(text, at + 1) === DIGIT ? 1 : 0
    case ',':
      return previous === DIGIT && groupsThousands(text, at + 1) ? 1 : 0
    case '&':
      return previous === UPPER && classOrBreak(text, at + 1) === UPPER ? 1 : 0
    default:
      return isAlphanumeric(classOrBreak(text, at + 1)) ? 1 : 0
  }
}

function groupsThousands(text: string, at: number): boolean {
  for (let i = at; i < at + 3; i++) if (classOrBreak(text, i) !== DIGIT) return false
  return classOrBreak(text, at + 3) !== DIGIT
}

/** `C++`, `notepad++`, `C#`: names whose last sign is not punctuation. */
function suffixLength(text: string, start: number, end: number): number {
  const sign = text[end]
  if (sign === '+') {
    if (text[end + 1] !== '+' || text[end + 2] === '+') return 0
    return isAlphanumeric(classOrBreak(text, end + 2)) ? 0 : 2
  }
  if (sign === '#' && end - start === 1) return isAlphanumeric(classOrBreak(text, end + 1)) ? 0 : 1
  return 0
}

function classOrBreak(text: string, at: number): number {
  return at < text.length ? classAt(text, at) : BREAK
}
