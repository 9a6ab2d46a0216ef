/** A text that holds a token. */
export interface CountedText {
  readonly rid: number
  /** Words of it. */
  readonly length: number
  /** How often it holds the token. */
  readonly times: number
}

/** As in src/search/weights.ts. */
export interface ExactWeights {
  readonly saturation: number
  readonly lengthPad: number
  /** Words of a text on average. */
  readonly average: number
}

/** The texts that BM25 puts on top, and all that tie with the last of them within a thousandth. */
export interface ExactTop {
  readonly rids: ReadonlySet<number>
  /** How many of them an answer can hold. */
  readonly count: number
}

/** BM25 (Robertson and Zaragoza 2009) with padded lengths, over everything that holds a word of the question. */
export function exactTop(
  texts: ReadonlyMap<string, readonly CountedText[]>,
  worths: ReadonlyMap<string, number>,
  { saturation, lengthPad, average }: ExactWeights,
  wanted: number,
): ExactTop {
  const scores = new Map<number, number>()
  for (const [token, worth] of worths) {
    for (const { rid, length, times } of texts.get(token) ?? []) {
      const norm = (length + lengthPad) / (average + lengthPad)
      const gain = (worth * times * (saturation + 1)) / (times + saturation * norm)
      scores.set(rid, (scores.get(rid) ?? 0) + gain)
    }
  }
  const best: number[] = []
  for (const score of scores.values()) {
    if (best.length === wanted && score <= best.at(-1)!) continue
    best.push(score)
    best.sort((a, b) => b - a)
    if (best.length > wanted) best.pop()
  }
  const least = (best.at(-1) ?? 0) * (1 - TIE)
  const rids = new Set<number>()
  for (const [rid, score] of scores) if (score >= least) rids.add(rid)
  return { rids, count: best.length }
}

/** Lengths are kept in coarser steps than they are counted in. */
const TIE = 1e-3
