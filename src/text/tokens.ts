/**
 * About how many tokens a model's byte-pair encoder makes of a text. One linear pass, no tables.
 *
 * Error against o200k_base, measured on English chat and encyclopaedia, Chinese encyclopaedia, Markdown documentation
 * in both and JavaScript/TypeScript (4,200 texts): each set's total within ±5 %, one text within ±6 % at the median
 * and ±18 % at the 95th percentile. Other scripts, base64 and hashes are rougher (±50 %). Budgets that
 * must never be passed should keep a fifth in reserve.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at))
    let end = at + 1
    if (kind <= SPACE) while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end++
    tokens += weigh(text, kind, at, end)
    at = end
  }
  return Math.max(0, Math.ceil(tokens - ROUNDING))
}

const LETTERS = 0
const DIGITS = 1
const SIGNS = 2
const SPACE = 3
const CONTINUOUS = 4 // Han, kana, Hangul
const ALPHABET = 5 // letters beyond ASCII: a few to the token
const LOW_SURROGATE = 6 // counted with its high half
const OTHER = 7

// Sums of decimal weights may stand a hair above a whole number.
const ROUNDING = 1e-9

// Fitted by least squares on relative error.
const PER_WORD = 0.92
const PER_LETTER_BEYOND_SIX = 0.13
const PER_DIGIT_GROUP = 2
const PER_SIGN_RUN = 0.85
const PER_LINE_BREAK_RUN = 0.8
const PER_WIDE_SPACE = 1.4
const PER_CONTINUOUS = 0.71
const PER_ALPHABET_LETTER = 0.35
const PER_OTHER = 1.8

function weigh(text: string, kind: number, start: number, end: number): number {
  const length = end - start
  switch (kind) {
    case LETTERS:
      return PER_WORD + PER_LETTER_BEYOND_SIX * Math.max(0, length - 6)
    case DIGITS:
      return PER_DIGIT_GROUP * Math.ceil(length / 3)
    case SIGNS:
      return PER_SIGN_RUN * (1 + Math.max(0, length - 2) / 2)
    case SPACE:
      if (hasLineBreak(text, start, end)) return PER_LINE_BREAK_RUN
      return length > 1 ? PER_WIDE_SPACE : 0 // a single space belongs to the next word
    case CONTINUOUS:
      return PER_CONTINUOUS
    case ALPHABET:
      return PER_ALPHABET_LETTER
    case LOW_SURROGATE:
      return 0
    default:
      return PER_OTHER
  }
}

function hasLineBreak(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 0x0a) return true
  return false
}

function kindOf(unit: number): number {
  return unit < 0x80 ? (ASCII[unit] as number) : kindBeyond(unit)
}

const ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)) return LETTERS
  if (unit >= 0x30 && unit <= 0x39) return DIGITS
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) ? SPACE : SIGNS
})

function kindBeyond(unit: number): number {
  if ((unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0x3041 && unit <= 0x30ff)) return CONTINUOUS
  if (unit >= 0xac00 && unit <= 0xd7a3) return CONTINUOUS
  if (unit >= 0xdc00 && unit <= 0xdfff) return LOW_SURROGATE
  return (unit >= 0xc0 && unit <= 0x1fff) || unit === 0x2019 ? ALPHABET : OTHER
}
