/** What of a text is compared with that of others. */
export interface Likeness {
  /** In lower case, without punctuation. */
  readonly plain: string
  /** Empty for texts too long to be compared but as a whole. */
  readonly words: ReadonlySet<string>
}

export function likenessOf(text: string): Likeness {
  const words = text
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
  return { plain: words.join(' '), words: new Set(text.length <= LONGEST_CHARS ? words : []) }
}

/**
 * Whether two texts say the same in the same words: all of them in their order, or, of at least eight, nine in ten
 * (Jaccard). Fewer differ by what matters: "call me at five" is not "call me at six".
 */
export function isAlike(a: Likeness, b: Likeness): boolean {
  if (a.plain === b.plain) return true
  const fewer = Math.min(a.words.size, b.words.size)
  const more = Math.max(a.words.size, b.words.size)
  if (fewer < FEWEST_WORDS || fewer < LEAST_SHARED * more) return false
  let shared = a.words.size
  for (const word of a.words) if (!b.words.has(word) && --shared < LEAST_SHARED * more) return false
  return shared >= LEAST_SHARED * (a.words.size + b.words.size - shared)
}

// By character class alone: Unicode's properties take four times as long.
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~\u2010-\u2027\u3001-\u3011\uff01-\uff0f\uff1a-\uff20]+/
const LONGEST_CHARS = 4_000
const FEWEST_WORDS = 8
const LEAST_SHARED = 0.9
