/** Counts the tokens of a text, exactly as o200k_base cuts it. */
export type CountTokens = (text: string) => number

/**
 * The real tokenizer. Its table takes a third of a second and some 50 MB to load, so that only who assembles a prompt
 * loads it, once. What was counted lately is remembered by its text: the stable part of a prompt is counted once.
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

/** Counts of the latest texts, up to so many characters of them in all. */
function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>()
  let chars = 0
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const tokens = count(text)
    if (text.length > REMEMBERED_CHARS / 8) return tokens
    known.set(text, tokens)
    chars += text.length
    for (const [oldest] of known) {
      if (chars <= REMEMBERED_CHARS) break
      known.delete(oldest)
      chars -= oldest.length
    }
    return tokens
  }
}

const REMEMBERED_CHARS = 1_000_000
