/**
 * The search form of a text: NFKC, format characters out, case folded, accents off Latin and Greek letters
 * (`Café` = `cafe`, `Straße` = `strasse`), Arabic and Hebrew vowel points off. Cyrillic й, kana voicing marks and
 * Indic vowel signs stay: there they make another letter. Spaces and punctuation stay as they are.
 *
 * Accents are dropped because people type without them and names arrive both ways; what is lost (résumé and resume
 * are one word) costs a rank, not a hit. The stored text is never changed.
 */
export function fold(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldCase(normalise(text))
}

/**
 * First half of {@link fold}: NFKC without format characters, typographic hyphens and apostrophes as ASCII, case
 * still as written (`camelCase` shows its borders only here).
 */
export function normalise(text: string): string {
  if (isAscii(text)) return text
  return stripFormat(limitMarks(text).normalize('NFKC'))
}

/** Second half of {@link fold}, for text that {@link normalise} has seen. */
export function foldCase(normalised: string): string {
  const lower = normalised.toLowerCase()
  return isAscii(lower) ? lower : lower.replace(ACCENTED, baseLetters).replace(POINTS, '')
}

/** A text and, for each UTF-16 unit of its normalised form, the offset in the original that it came from. */
export interface NormalisedWithOffsets {
  readonly text: string
  /** `text.length + 1` entries: `starts[i]` is where the source of unit `i` begins, the last is the source length. */
  readonly starts: Uint32Array
  /** `ends[i]` is where the source of unit `i` ends. */
  readonly ends: Uint32Array
}

/** {@link normalise} that remembers where everything came from; slower, for highlighting only. */
export function normaliseWithOffsets(source: string): NormalisedWithOffsets {
  return transformWithOffsets(source, normalise)
}

/** {@link fold} that remembers where everything came from; slower, for highlighting only. */
export function foldWithOffsets(source: string): NormalisedWithOffsets {
  return transformWithOffsets(source, fold)
}

/** True when every unit is ASCII, where no form differs from the text but by case. */
function isAscii(text: string): boolean {
  return !NON_ASCII.test(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII, controls included
const NON_ASCII = /[^\x00-\x7f]/

// Latin-1 supplement to Latin Extended-B and IPA, Greek, Cyrillic io, Latin Extended Additional, Greek Extended.
const ACCENTED = /[\u00c0-\u02af\u0370-\u03ff\u0451\u1e00-\u1fff]/g

// Combining accents, Cyrillic and Hebrew points, Arabic vowel signs and tatweel.
const POINTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g

// Letters whose bare form no decomposition gives.
const BASE_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['þ', 'th'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ё', 'е'],
])

const folded = new Map<string, string>()

function baseLetters(char: string): string {
  const known = folded.get(char)
  if (known !== undefined) return known
  // At most a few hundred characters match ACCENTED, so the memo is bounded by its key space.
  // ǽ has a mark and a letter of its own below it.
  const bare = char.normalize('NFD').replace(POINTS, '').normalize('NFC')
  const base = BASE_LETTERS.get(char) ?? BASE_LETTERS.get(bare) ?? bare
  folded.set(char, base)
  return base
}

const FORMAT = /[\p{Cf}\p{Variation_Selector}\u2010\u2019\u02bc]/gu

function stripFormat(text: string): string {
  return text.replace(FORMAT, (char) => {
    if (char === '\u2019' || char === '\u02bc') return "'"
    if (char === '\u2010') return '-'
    return char === '\u200b' ? ' ' : '' // zero width space marks a word border, the others sit inside words
  })
}

// Unicode's Stream-Safe format (UAX #15 §13): normalisation reorders a run of marks in more than linear time, and no
// language stacks thirty of them.
const LONG_MARKS = /(\p{M}{30})\p{M}+/gu

function limitMarks(text: string): string {
  return text.replace(LONG_MARKS, '$1')
}

// A cluster is a base and all that normalisation may merge into it: marks, conjoining jamo, half-width voicing signs.
const CLUSTER = /[\s\S][\p{M}\u1160-\u11ff\ud7b0-\ud7fb\uff9e\uff9f]*/gu

function transformWithOffsets(source: string, transform: (cluster: string) => string): NormalisedWithOffsets {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  if (isAscii(source)) {
    const text = transform(source)
    for (let i = 0; i < text.length; i++) {
      starts.push(i)
      ends.push(i + 1)
    }
    pieces.push(text)
  } else {
    for (const match of source.matchAll(CLUSTER)) {
      const piece = transform(match[0])
      pieces.push(piece)
      for (let i = 0; i < piece.length; i++) {
        starts.push(match.index)
        ends.push(match.index + match[0].length)
      }
    }
  }
  starts.push(source.length)
  return { text: pieces.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) }
}
