import { isAlike, type Likeness, likenessOf } from '../../text/likeness.js'

/** Finds, among texts seen before, one that says the same in the same words. */
export interface LikenessIndex<T> {
  /** The earlier text that this one repeats; where there is none, this one is kept and can be found later. */
  repeats(text: string, owner: T): { readonly of: T; readonly isExact: boolean } | undefined
}

/**
 * Compares each text with few others: two that share nine in ten words share one of their longest (the prefix filter
 * for Jaccard: of n words, sorted alike, one of the first n/10 + 1 must be common). Long words come first since they
 * are rare. A word that very many texts have in that place leads to the latest of them alone.
 */
export function createLikenessIndex<T>(): LikenessIndex<T> {
  const byPlain = new Map<string, T>()
  const byWord = new Map<string, Kept<T>[]>()
  return {
    repeats(text, owner) {
      const likeness = likenessOf(text)
      const same = byPlain.get(likeness.plain)
      if (same !== undefined) return { of: same, isExact: true }
      const leading = leadingWords(likeness.words)
      for (const word of leading) {
        const near = byWord.get(word)?.find((kept) => isAlike(kept.likeness, likeness))
        if (near !== undefined) return { of: near.owner, isExact: false }
      }
      byPlain.set(likeness.plain, owner)
      for (const word of leading) {
        const list = byWord.get(word) ?? []
        if (list.length === 0) byWord.set(word, list)
        list.push({ likeness, owner })
        if (list.length > LONGEST_LIST) list.shift()
      }
      return undefined
    },
  }
}

interface Kept<T> {
  readonly likeness: Likeness
  readonly owner: T
}

/** Two sets of which the larger has n words and that are alike share at least one of these. */
function leadingWords(words: ReadonlySet<string>): string[] {
  if (words.size === 0) return []
  const sorted = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  return sorted.filter((_, index) => index < Math.ceil(words.size / 10) + 1)
}

const LONGEST_LIST = 64
