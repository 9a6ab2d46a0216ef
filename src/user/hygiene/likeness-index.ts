import { isAlike, type Likeness, likenessOf } from '../../text/likeness.js'

/** Finds, among texts seen before, one that says the same in the same words. */
export interface LikenessIndex<T> {
  /** The earlier text that this one repeats; where there is none, this one is kept and can be found later. */
  repeats(text: string, owner: T): { readonly of: T; readonly isExact: boolean } | undefined
}

/**
 * Compares each text with few others (the prefix filter for Jaccard): of two texts that share nine in ten words, both
 * in the same order, the first n/10 + 2 words have two in common. Long words come first, since they are rare, and only
 * texts of about as many words are looked at. Where very many have the same two words there, they lead to the latest
 * of them alone.
 */
export function createLikenessIndex<T>(): LikenessIndex<T> {
  const byPlain = new Map<string, T>()
  const byKey = new Map<string, Kept<T>[]>()

  function nearest({ likeness, numbers }: Seen, keys: readonly string[]): Kept<T> | undefined {
    const { size } = likeness.words
    for (let other = Math.ceil(size * LEAST_SHARED); other <= size / LEAST_SHARED; other += 1) {
      for (const key of keys) {
        const near = byKey
          .get(`${other} ${key}`)
          ?.find((kept) => kept.numbers === numbers && isAlike(kept.likeness, likeness))
        if (near !== undefined) return near
      }
    }
    return undefined
  }

  return {
    repeats(text, owner) {
      const likeness = likenessOf(text)
      const same = byPlain.get(likeness.plain)
      if (same !== undefined) return { of: same, isExact: true }
      const keys = keysOf(likeness.words)
      const seen = { likeness, numbers: numbersOf(likeness.words) }
      const near = nearest(seen, keys)
      if (near !== undefined) return { of: near.owner, isExact: false }
      byPlain.set(likeness.plain, owner)
      for (const key of keys) {
        const place = `${likeness.words.size} ${key}`
        const list = byKey.get(place) ?? []
        if (list.length === 0) byKey.set(place, list)
        list.push({ ...seen, owner })
        if (list.length > LONGEST_LIST) list.shift()
      }
      return undefined
    },
  }
}

interface Seen {
  readonly likeness: Likeness
  readonly numbers: string
}

interface Kept<T> extends Seen {
  readonly owner: T
}

/** Two invoices are two, however alike they are worded: what bears a digit must be the same. */
function numbersOf(words: ReadonlySet<string>): string {
  return [...words]
    .filter((word) => /\d/.test(word))
    .sort()
    .join(' ')
}

/** Texts that are alike have one of these in common; none for texts that are too short to be. */
function keysOf(words: ReadonlySet<string>): string[] {
  if (words.size < FEWEST_WORDS) return []
  const sorted = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const spare = Math.floor(words.size / 10)
  // Pairs of the many leading words of a long text would be too many, and single words are enough for it.
  if (words.size > PAIRED_WORDS) return sorted.filter((_, index) => index <= spare)
  const leading = sorted.filter((_, index) => index <= spare + 1)
  return leading.flatMap((one, index) =>
    leading.filter((_, at) => at > index).map((other) => `${one} ${other}`),
  )
}

// As src/text/likeness.ts has them: what is not alike by these is not looked for.
const LEAST_SHARED = 0.9
const FEWEST_WORDS = 8
const PAIRED_WORDS = 80
const LONGEST_LIST = 64
