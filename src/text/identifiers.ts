/** What one identifier is indexed as. All forms are pieces of the input with their case still as written. */
export interface IdentifierForms {
  /** The whole, possessive and apostrophes removed: one word. */
  readonly word: string
  /** Its halves, outermost first: `src/a_b.ts` has `src`, `a_b.ts`, `a_b`, `ab`, `a`, `b`, `ts`. Empty for one word. */
  readonly parts: readonly string[]
}

/**
 * Takes an identifier apart: `snake_case`, `camelCase`, `kebab-case`, `a/path.ts`, `v2026.4.10`, `@scope/pkg`,
 * `ADR-016`, `user@host.org`, `std::vector`; and words that only look like one: `user's`, `don't`, `1,000`.
 * Halves joined by `-` or `_` also appear joined, so that `wi-fi` and `wifi`, `my_variable` and `myVariable` meet.
 */
export function identifierForms(raw: string): IdentifierForms {
  const bare = raw.replace(CLITIC, '')
  const word = bare.replace(DROPPED, '')
  const parts = new Set<string>()
  if (word.length <= IDENTIFIER_MAX_LENGTH) {
    // d'accord, l'homme: the noun behind the elision
    if (/^.{1,2}'/u.test(bare)) for (const piece of bare.split("'")) if (piece.length > 2) add(parts, piece)
    splitPath(word, parts)
  }
  parts.delete(word)
  return { word, parts: [...parts] }
}

/** Beyond this an identifier is data (base64, hashes): its head is kept as a word, it has no parts. */
export const IDENTIFIER_MAX_LENGTH = 256

const MAX_PARTS = 24
// A piece beyond this is no word that someone spelled in camelCase.
const PIECE_MAX_LENGTH = 40

const CLITIC = /'(?:s|m|re|ll|ve|d)$/i
const DROPPED = /[',]/g
const PATH = /[/@&:]+/
const HYPHENS = /[-_]+/
const VERSION = /^v\d[\d.]*$/i

function splitPath(word: string, parts: Set<string>): void {
  for (const step of word.split(PATH)) {
    if (step === '') continue
    add(parts, step)
    if (VERSION.test(step)) add(parts, step.substring(1))
    splitDots(step, parts)
  }
}

function splitDots(step: string, parts: Set<string>): void {
  const names = step.split('.').filter((name) => name !== '')
  if (names.length > 1 && names.every((name) => name.length === 1)) add(parts, names.join('')) // U.S.A
  for (const name of names) {
    add(parts, name)
    const halves = name.split(HYPHENS)
    if (halves.length > 1 && name.length <= PIECE_MAX_LENGTH) add(parts, halves.join(''))
    for (const half of halves) splitCase(half, parts)
  }
}

function splitCase(half: string, parts: Set<string>): void {
  const piece = half.replace(/[+#]+$/, '')
  if (piece === '') return
  add(parts, piece)
  if (piece.length > PIECE_MAX_LENGTH) return
  const pieces = piece.match(CASE_PIECES)
  // Many changes between letters and digits are a hash, not a name.
  if (pieces === null || pieces.length < 2 || pieces.length > 8) return
  for (const one of pieces) add(parts, one)
}

// HTTPServer → HTTP Server, but PDFs stays whole; myVariable → my Variable; utf8 → utf 8.
const CASE_PIECES =
  /\p{Lu}+s(?![\p{L}\p{M}])|\p{Lu}+(?!\p{Ll})\p{M}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Lu}|\p{N}+/gu

function add(parts: Set<string>, part: string): void {
  if (parts.size < MAX_PARTS) parts.add(part)
}
