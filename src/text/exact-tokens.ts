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
  return remembering((text) => countTokens(text, PLAIN))
}

const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/** Counts line by line, and remembers those of the latest lines, up to so many characters of them in all. */
function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>()
  let chars = 0
  return (text) => text.split(LINES).reduce((sum, line) => sum + ofLine(line), 0)

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

/** No token reaches over these: blank lines stay together, and a slash belongs to what stands before its line. */
const LINES = /(?<=\n)(?=[^\S\r\n]*[^\s/])/

/** The same text, but one that does not keep alive the longer one which it was cut from. */
function apart(line: string): string {
  return Buffer.from(line, 'utf16le').toString('utf16le')
}

const REMEMBERED_CHARS = 1_000_000
