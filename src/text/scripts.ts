/**
 * What a character is to the segmenter. Han, kana, Hangul and the scripts of South-East Asia write words without
 * (reliable) spaces between them, so their runs are indexed by characters and pairs; everything else that is a
 * letter, digit or mark builds words.
 */
export const BREAK = 0
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
export const MARK = 4
/** Punctuation that may join two halves of an identifier: `_ - . / @ : ' , &`. */
export const CONNECTOR = 5
export const HAN = 6
const KANA = 7
const HANGUL = 8
const SOUTH_EAST_ASIAN = 9

/** Class of the code point that starts at `index`. A lone surrogate is a break, so no token is ever ill-formed. */
export function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit < 0x80) return ASCII[unit] as number
  if (unit < 0xd800 || unit > 0xdfff) return classOfBmp(unit)
  const codePoint = text.codePointAt(index) as number
  return codePoint > 0xffff ? classify(codePoint) : BREAK
}

/** UTF-16 units of the code point that starts at `index`. */
export function widthAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit < 0xd800 || unit > 0xdbff) return 1
  const next = text.charCodeAt(index + 1)
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1
}

/** True for a letter or digit of a script that separates its words. */
export function isAlphanumeric(charClass: number): boolean {
  return charClass === LOWER || charClass === UPPER || charClass === DIGIT
}

/** True for a letter of a script that is indexed by characters and pairs. */
export function isContinuous(charClass: number): boolean {
  return charClass >= HAN
}

/** Class of each ASCII character, read directly by the scanner's inner loop. */
export const ASCII: Uint8Array = asciiClasses()

// Filled as characters are met: a property escape costs some 50 ns, a look-up one.
const UNKNOWN = 255
const bmpClasses = new Uint8Array(0x10000).fill(UNKNOWN)

function classOfBmp(unit: number): number {
  const known = bmpClasses[unit] as number
  if (known !== UNKNOWN) return known
  const found = classify(unit)
  bmpClasses[unit] = found
  return found
}

function classify(codePoint: number): number {
  if (isHan(codePoint)) return HAN
  if (isKana(codePoint)) return KANA
  if (isHangul(codePoint)) return HANGUL
  if (codePoint === 0x20e3) return BREAK // enclosing keycap: an emoji, though Unicode calls it a mark
  const char = String.fromCodePoint(codePoint)
  if (/\p{M}/u.test(char)) return MARK
  if (/\p{N}/u.test(char)) return DIGIT
  if (!/\p{L}/u.test(char)) return BREAK
  if (isSouthEastAsian(codePoint)) return SOUTH_EAST_ASIAN
  return /\p{Lu}|\p{Lt}/u.test(char) ? UPPER : LOWER
}

function isHan(c: number): boolean {
  return (
    (c >= 0x4e00 && c <= 0x9fff) ||
    (c >= 0x3400 && c <= 0x4dbf) ||
    (c >= 0x3005 && c <= 0x3007) ||
    (c >= 0x3021 && c <= 0x3029) ||
    (c >= 0xf900 && c <= 0xfaff) ||
    (c >= 0x2e80 && c <= 0x2fdf) ||
    (c >= 0x20000 && c <= 0x323af)
  )
}

function isKana(c: number): boolean {
  return (
    (c >= 0x3041 && c <= 0x3096) ||
    (c >= 0x309d && c <= 0x309f) ||
    (c >= 0x30a1 && c <= 0x30fa) ||
    (c >= 0x30fc && c <= 0x30ff) ||
    (c >= 0x31f0 && c <= 0x31ff) ||
    (c >= 0xff66 && c <= 0xff9f)
  )
}

function isHangul(c: number): boolean {
  return (
    (c >= 0xac00 && c <= 0xd7a3) ||
    (c >= 0x1100 && c <= 0x11ff) ||
    (c >= 0x3131 && c <= 0x318e) ||
    (c >= 0xa960 && c <= 0xa97c) ||
    (c >= 0xd7b0 && c <= 0xd7fb)
  )
}

// Thai, Lao, Myanmar, Khmer.
function isSouthEastAsian(c: number): boolean {
  return (c >= 0x0e01 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) || (c >= 0x1780 && c <= 0x17ff)
}

function asciiClasses(): Uint8Array {
  const table = new Uint8Array(0x80)
  for (let c = 0x61; c <= 0x7a; c++) table[c] = LOWER
  for (let c = 0x41; c <= 0x5a; c++) table[c] = UPPER
  for (let c = 0x30; c <= 0x39; c++) table[c] = DIGIT
  for (const char of "_-./@:',&") table[char.charCodeAt(0)] = CONNECTOR
  return table
}
