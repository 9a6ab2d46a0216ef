/** Counts the tokens of a text, exactly as o200k_base cuts it. */
export type CountTokens = (text: string) => number

/**
 * The real tokenizer. Its table takes a third of a second and some 50 MB to load, so that only who assembles a prompt
 * loads it, once. What was counted lately is remembered: a line that stands in several prompts, or drafts of one, is
 * counted once.
 */
export function loadExactTokens(): Promise<CountTokens> {
  loaded ??= load()
  return loaded
}

let loaded: Promise<CountTokens> | undefined

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // Remembered text that writes a special token is text: a provider escapes it, and so must the count.
  return remembering((text) => pieces(text).reduce((sum, piece) => sum + countTokens(piece, PLAIN), 0))
}

/**
 * The tokenizer's work grows with the square of a run of letters or signs: 20,000 of one character took seconds. Cut into
 * pieces, such a run has a few tokens more, never fewer.
 */
function pieces(text: string): readonly string[] {
  return LONG_RUN.test(text) ? (text.match(PIECES) ?? []) : [text]
}

const LONG_RUN = /\S{257}|\s{257}/u
const PIECES = /\s{0,256}\S{1,256}|\s{1,256}/gu

const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/** Counts line by line, and remembers those of the latest lines, up to so many characters of them in all. */
function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>()
  let chars = 0
  return (text) => {
    let tokens = 0
    let from = 0
    for (let at = endOfLine(text, from); from < text.length; at = endOfLine(text, from)) {
      tokens += ofLine(text.substring(from, at))
      from = at
    }
    return tokens
  }

  function ofLine(line: string): number {
    const before = known.get(line)
    if (before !== undefined) return before
    const tokens = count(line)
    if (line.length > REMEMBERED_CHARS / 8) return tokens
    known.set(apart(line), tokens)
    chars += line.length
    for (const [oldest] of known) {
      if (chars <= REMEMBERED_CHARS) break
      known.delete(oldest)
      chars -= oldest.length
    }
    return tokens
  }
}

/** Behind the next line break that no token reaches over: blank lines stay together, and so does a break before a slash. */
function endOfLine(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) {
    let next = at + 1
    while (text.charAt(next) === ' ') next++
    if (/[^\s/]/.test(text.charAt(next))) return at + 1
  }
  return text.length
}

/** The same text, but one that does not keep alive the longer one which it was cut from. */
function apart(line: string): string {
  return Buffer.from(line, 'utf16le').toString('utf16le')
}

const REMEMBERED_CHARS = 1_000_000
