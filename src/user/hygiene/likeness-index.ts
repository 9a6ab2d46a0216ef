import { isAlike, type Likeness, likenessOf } from '../../text/likeness.js'
import { likenessKeys } from '../../text/likeness-keys.js'

/** Finds, among texts seen before, one that says the same in the same words. */
export interface LikenessIndex<T> {
  /** The earlier text that this one repeats; where there is none, this one is kept and can be found later. */
  repeats(text: string, owner: T): { readonly of: T; readonly isExact: boolean } | undefined
}

/**
 * Compares each text with few others: those of about as many words that share a key with it (likenessKeys). Where very
 * many do, they lead to the latest of them alone.
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
      const keys = likenessKeys(likeness.words)
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

// As src/text/likeness.ts has them: what is not alike by these is not looked for.
const LEAST_SHARED = 0.9
const LONGEST_LIST = 64
