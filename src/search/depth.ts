/** How many items of a bank are read and scored for a question. */
export interface Depth {
  /** Best first by what the index knows of them. */
  readonly words: number
  /** Nearest in meaning first. */
  readonly near: number
  /** Of what words found, best first, so many are compared in meaning: the others are too far down to come up by it. */
  readonly weighed: number
}

/** For a list of so many hits: what stands further down is not shown. Looking at twice as many finds no more (eval). */
export function depthOf(limit: number): Depth {
  return { ...SHALLOW, words: Math.max(SHALLOW.words, 2 * limit) }
}

export const SHALLOW: Depth = { words: 60, near: 30, weighed: 60 }

/** For filling a budget, where the two-hundredth turn may hold the third part of the answer. */
export const DEEP: Depth = { words: 200, near: 100, weighed: 200 }
