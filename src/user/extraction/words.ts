/** A word of a sentence, or what stands between words. */
export interface Word {
  readonly start: number
  readonly end: number
  /** Lower case, with straight apostrophes. */
  readonly lower: string
  /**
   * `noise`: a URL, a path, a hash, base64. `quote`: a quoted passage or inline code, in one piece: what stands in it
   * is not said by the speaker, but it may be a name.
   */
  readonly kind: 'word' | 'number' | 'mark' | 'quote' | 'noise'
  readonly isCapital: boolean
}

/** A word longer than this is no word of a language. */
const WORD_MAX_LENGTH = 40
/** A name in a script without blanks is not longer. */
const NAME_MAX_LENGTH = 8
/** A quotation longer than this is read as if it had no end. */
const QUOTE = '{1,400}'
/** Zero-width blanks, soft hyphens, control characters: none of them parts a word. */
const INVISIBLE = '[\\p{Cf}\\0-\\x08\\x0e-\\x1f\\x7f]'

/**
 * The words of text[from, to). Contractions are two words (`I'm`, `Sarah's`), but for `not`. One pass: every alternative
 * either takes a bounded or a deterministic run.
 */
export function wordsOf(text: string, from: number, to: number): Word[] {
  const words: Word[] = []
  token.lastIndex = from
  for (let match = token.exec(text); match !== null && match.index < to; match = token.exec(text)) {
    push(words, match[0], match.index, Math.min(match.index + match[0].length, to))
  }
  return words
}

const token = new RegExp(
  [
    '(?:https?://|www\\.)\\S+',
    `"[^"\\n]${QUOTE}"`,
    `“[^“”\\n]${QUOTE}”`,
    `«[^«»\\n]${QUOTE}»`,
    `„[^„“”\\n]${QUOTE}[“”]`,
    `「[^「」\\n]${QUOTE}」`,
    `\`[^\`\\n]${QUOTE}\``,
    `(?<![\\p{L}\\p{N}])'(?:[^'\\n]|(?<=\\p{L})'(?=\\p{L}))${QUOTE}'(?![\\p{L}\\p{N}])`,
    `‘(?:[^‘’\\n]|(?<=\\p{L})’(?=\\p{L}))${QUOTE}’(?![\\p{L}\\p{N}])`,
    // `1:1s`, `Node.js`, `O'Brien`, `C++`, `UTC+8`, `a/b`, `Müller-Lüdenscheid`
    `[\\p{L}\\p{N}_@#$](?:${INVISIBLE}{0,8}[\\p{L}\\p{M}\\p{N}_+#$&%])*(?:[-'’·./:@&‐](?:${INVISIBLE}{0,8}[\\p{L}\\p{M}\\p{N}_+#$%])+)*`,
    "['’](?:s|m|re|ve|ll|d)(?![\\p{L}\\p{N}])",
    '\\S',
  ].join('|'),
  'gu',
)

const invisible = new RegExp(`^${INVISIBLE}$`, 'u')
const invisibles = new RegExp(INVISIBLE, 'gu')

function push(words: Word[], piece: string, start: number, end: number): void {
  const first = piece.charCodeAt(0)
  if (piece.length === 1 && (first < 0x20 || first > 0x7e) && invisible.test(piece)) return
  const isEmoji = piece.length === 2 && first >= 0xd83c && first <= 0xd83e
  if (isEmoji || (piece.length === 1 && isPlainMark(first))) {
    words.push({ start, end, lower: piece, kind: 'mark', isCapital: false })
    return
  }
  if (piece.length > 1 && isQuoteMark(first)) {
    if (piece.length <= 4 && contraction.test(`x${piece}`)) words.push(wordAt(piece, start, end, 'word'))
    else words.push({ start, end, lower: piece.toLowerCase(), kind: 'quote', isCapital: isUpper(piece, 1) })
    return
  }
  if (piece.length <= 2 && first > 0xff) {
    words.push(wordAt(piece, start, end, letters.test(piece) ? 'word' : 'mark'))
    return
  }
  if (isNoise(piece)) {
    words.push({ start, end, lower: '', kind: 'noise', isCapital: false })
    return
  }
  const [, base, suffix] = contraction.exec(piece) ?? []
  if (base !== undefined && suffix !== undefined) {
    words.push(wordAt(base, start, start + base.length, 'word'))
    words.push(wordAt(suffix, start + base.length, end, 'word'))
    return
  }
  const kind = digits.test(piece) ? 'number' : letters.test(piece) ? 'word' : 'mark'
  words.push(wordAt(piece, start, end, kind))
}

const contraction = /^([^'’]+(?:['’][^'’]{2,})?)(['’](?:s|m|re|ve|ll|d))$/iu
const digits = /^[$#]?\d[\d.,:%]*$/
const letters = /[\p{L}\p{N}]/u

function wordAt(piece: string, start: number, end: number, kind: Word['kind']): Word {
  const seen = ascii.test(piece) ? piece : piece.replace(invisibles, '')
  const lower = seen.includes('-') ? seen.toLowerCase().replace(stutter, '$1') : seen.toLowerCase()
  return {
    start,
    end,
    lower: lower.includes('’') ? lower.replaceAll('’', "'") : lower,
    kind,
    isCapital: isUpper(piece, 0),
  }
}

const ascii = /^[\x20-\x7e]*$/

/** `my-my boss`. */
const stutter = /^([a-z']{1,8})(?:-\1)+$/

/** A capital, or a script that has none: `王小明` in an English sentence is a name. */
function isUpper(piece: string, at: number): boolean {
  const unit = piece.charCodeAt(at)
  if (unit >= 0x3040 && unit <= 0xd7a3) return piece.length - at <= NAME_MAX_LENGTH
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a
  const letter = piece.charAt(at)
  return letter !== letter.toLowerCase()
}

/** Punctuation, told without a pattern: a text may be full of it. */
function isPlainMark(unit: number): boolean {
  if (unit < 0x80)
    return unit < 0x30 || (unit > 0x39 && unit < 0x41) || (unit > 0x5a && unit < 0x61) || unit > 0x7a
  return (
    (unit >= 0x2010 && unit <= 0x2027) ||
    (unit >= 0x3001 && unit <= 0x3011) ||
    (unit >= 0x3200 && unit <= 0x33ff) ||
    (unit >= 0xff01 && unit <= 0xff0f)
  )
}

function isQuoteMark(unit: number): boolean {
  return (
    unit === 0x22 ||
    unit === 0xab ||
    unit === 0x201e ||
    unit === 0x27 ||
    unit === 0x60 ||
    unit === 0x201c ||
    unit === 0x2018 ||
    unit === 0x300c ||
    unit === 0x2019
  )
}

function isNoise(piece: string): boolean {
  if (piece.length > WORD_MAX_LENGTH) return true
  if (piece.length < 8) return false
  return (
    piece.startsWith('http://') ||
    piece.startsWith('https://') ||
    piece.startsWith('www.') ||
    path.test(piece) ||
    hash.test(piece)
  )
}

const path = /^[^/]*\/[^/]*\/[^/]*/
const hash = /^(?=[a-z]*\d)[0-9a-f]{8,}$|^(?=[^\d]*\d)(?=.*[A-Z])(?=.*[a-z])[\w+/]{20,}$/
