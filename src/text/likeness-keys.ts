/**
 * By which texts that are alike (./likeness.ts) find each other (the prefix filter for Jaccard): of two that share nine in
 * ten words, both in the same order, the first n/10 + 2 words have two in common. Long words come first, since they are
 * rare. None for texts that are too short to be alike.
 */
export function likenessKeys(words: ReadonlySet<string>): string[] {
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

// As ./likeness.ts has it: what is not alike by that is not looked for.
const FEWEST_WORDS = 8
const PAIRED_WORDS = 80
