/** Sentences of eight words or more, to find one that shares nine words in ten (Jaccard) with another. */
export interface AlikeSentences {
  add(words: readonly string[]): void
  holds(words: readonly string[]): boolean
  readonly steps: number
}

/**
 * Two sets that share nine in ten share one of the rarest tenth of each, so each sentence is looked for under those
 * words alone. What differs may not be a number or a negation: that says something else.
 */
export function createAlike(): AlikeSentences {
  const sentences: ReadonlySet<string>[] = []
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  let index: Map<string, number[]> | undefined
  let steps = 0

  /** The rarest, in one order for all. */
  const rarest = (words: ReadonlySet<string>): readonly string[] =>
    [...words]
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))
      .slice(0, words.size - Math.ceil(LEAST_SHARED * words.size) + 1)

  const indexed = (): Map<string, number[]> => {
    if (index !== undefined) return index
    index = new Map()
    for (const [place, words] of sentences.entries()) {
      for (const word of rarest(words)) {
        const known = index.get(word)
        if (known === undefined) index.set(word, [place])
        else known.push(place)
      }
    }
    return index
  }

  return {
    add(words) {
      const set = comparable(words)
      if (set === null) return
      const key = [...set].join(' ')
      if (seen.has(key)) return
      seen.add(key)
      sentences.push(set)
      for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
      index = undefined
    },
    holds(words) {
      const set = comparable(words)
      if (set === null) return false
      const found = indexed()
      return rarest(set).some((word) =>
        (found.get(word) ?? []).some((place) => {
          const other = sentences[place]
          steps++
          return other !== undefined && isAlike(set, other)
        }),
      )
    },
    get steps() {
      return steps
    },
  }
}

const FEWEST_WORDS = 8
const MOST_WORDS = 400
const LEAST_SHARED = 0.9

/** Null for what is compared as a whole only: what is short, and Chinese, where each character is a word. */
function comparable(words: readonly string[]): ReadonlySet<string> | null {
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS || words.some((word) => HAN.test(word)))
    return null
  const set = new Set(words)
  return set.size < FEWEST_WORDS ? null : set
}

const HAN = /^[\u3040-\u30ff\u3400-\u9fff]/

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < LEAST_SHARED * Math.max(a.size, b.size)) return false
  const onlyA = [...a].filter((word) => !b.has(word))
  const shared = a.size - onlyA.length
  if (shared < LEAST_SHARED * (a.size + b.size - shared)) return false
  const onlyB = [...b].filter((word) => !a.has(word))
  return ![...onlyA, ...onlyB].some((word) => DECISIVE.test(word))
}

const DECISIVE = /\d|^(?:no|not|never|none|without|t|anymore|longer)$/
